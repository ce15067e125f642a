"""German verbs: the form of "du" for the one of "ich", by rule or by list."""

import re

# What verbs make of "ich" and of "du", where no rule tells.
_IRREGULAR = dict(
    pair.split("/")
    for pair in (
        "bin/bist war/warst wäre/wärst hab/hast habe/hast werde/wirst werd/wirst kann/kannst"
        " muss/musst will/willst soll/sollst darf/darfst mag/magst weiß/weißt esse/isst"
        " ess/isst gebe/gibst geb/gibst nehme/nimmst nehm/nimmst sehe/siehst seh/siehst"
        " lese/liest les/liest treffe/triffst treff/triffst spreche/sprichst sprech/sprichst"
        " gesse/gisst gess/gisst helfe/hilfst fahre/fährst fahr/fährst schlafe/schläfst"
        " schlaf/schläfst trage/trägst trag/trägst wasche/wäschst laufe/läufst lauf/läufst"
        " halte/hältst halt/hältst lasse/lässt lass/lässt fange/fängst fang/fängst"
        " falle/fällst lade/lädst brate/brätst rate/rätst grabe/gräbst schlage/schlägst"
        " wachse/wächst werfe/wirfst breche/brichst trete/trittst messe/misst"
        " empfehle/empfiehlst stoße/stößt saufe/säufst tue/tust tu/tust sterbe/stirbst"
        " ging/gingst kam/kamst fand/fandest sah/sahst las/last aß/aßt trank/trankst"
        " fuhr/fuhrst lief/liefst schlief/schliefst begann/begannst lor/lorst blieb/bliebst"
        " schrieb/schriebst gab/gabst nahm/nahmst traf/trafst sprach/sprachst half/halfst"
        " stand/standest saß/saßt lag/lagst zog/zogst hieß/hießt hielt/hieltest ließ/ließt"
        " fing/fingst fiel/fielst trug/trugst wuchs/wuchst stieg/stiegst flog/flogst"
        " rief/riefst tat/tatest gaß/gaßt brach/brachst warf/warfst schloss/schlosst"
        " sang/sangst schwamm/schwammst bat/batest lieh/liehst ritt/rittst schnitt/schnittest"
    ).split()
)
# Regular ones, without the "e" of "ich wohne", as people often leave it out.
_REGULAR = frozenset(
    "abonnier arbeit atme back bau bekomm besuch bestell betreu bezahl bleib brauch bring"
    " buch denk dreh dusch end erinner erzähl feier find fisch flieg fotografier frag freu"
    " frühstück fühl füll geh genieß glaub häkel hab hass heiß heirat heiz heul hoff hol"
    " hör jogg kauf kenn krieg kletter koch komm kümmer lach lauf leb leg lern lieb lieg"
    " mach mal merk meld miet nähe näh nutz öffne pack parke park pfleg plan probier prüf"
    " putz radel rauch rechne reparier reis reit renn ruf sag sammel sammle schaff setz"
    " sorg schau schenk schick schreib schwimm segel sing sitz spar spiel spring steh"
    " steig stell stimm strick studier such tanz teil tausch telefonier trainier trau"
    " träum trenn trink turn üb unterricht vermiet vermiss versuch verdien verkauf wander"
    " warte wart wasch wechsel wein wohn wünsch zahl zeichne zieh zock züchte zücht".split()
)
_BEFORE = (
    r"(?:ab|an|auf|aus|be|bei|da|dar|durch|ein|emp|ent|er|fern|fest|fort|ge|her|heraus|hin|los|mit"
    r"|nach|teil|um|über|unter|ver|vor|weg|weiter|wieder|zer|zu|zurück|zusammen)"
)
_PREFIXED = re.compile(rf"^(?P<before>{_BEFORE})(?P<verb>\w{{3,}})$")
# They end as verbs do, and are none.
_NO_VERB = frozenset(
    "alle andere beide bitte damalige deine derselbe diese drüben eben eigene eine einige"
    " erste ganze genommene gerne gute heute ihre jede jene jetzige keine kleine lange"
    " leise letzte liebe manche meine mehrere müde nächste neue ohne sechste seine solche"
    " sogar unsere viele welche wenige zweite dritte alte gestern morgen gegen neben"
    " zwischen wegen oben unten selten zusammen daneben einen meinen unseren keinen seinen"
    " ihren den wen allen vielen hinten vorne innen außen drinnen".split()
)


def is_known(word: str, *, many: bool) -> bool:
    """Whether a word is a verb and nothing else: "und alte Autos" has none."""
    if not word.islower():
        return False
    if many:
        return word in _MANY or (word.endswith("n") and _is_regular(re.sub(r"e?n$", "", word)))
    return word in _IRREGULAR or _is_regular(word.removesuffix("e"))


def _is_regular(stem: str) -> bool:
    prefixed = _PREFIXED.match(stem)
    return stem in _REGULAR or bool(prefixed and prefixed["verb"] in _REGULAR)


_MANY = {
    "sind": "seid", "waren": "wart", "haben": "habt", "hatten": "hattet", "werden": "werdet",
    "tun": "tut", "wollen": "wollt", "können": "könnt", "müssen": "müsst", "dürfen": "dürft",
    "mögen": "mögt", "möchten": "möchtet", "sollen": "sollt", "wären": "wärt", "hätten": "hättet",
}  # fmt: skip


def second(word: str, *, many: bool) -> str | None:
    """The form of a verb of "ich" that goes with "du", of "wir" the one with "ihr"."""
    if not word.islower() or word in _NO_VERB:
        return None
    if many:
        return _MANY.get(word) or (_of_many(word) if word.endswith("n") else None)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    prefixed = _PREFIXED.match(word)
    if prefixed and prefixed["verb"] in _IRREGULAR:
        return prefixed["before"] + _IRREGULAR[prefixed["verb"]]
    if word.endswith("e"):
        return word + "st" if word.endswith(("te", "de")) else _regular(word[:-1])
    return _regular(word) if _is_regular(word) else None


def _regular(stem: str) -> str:
    if re.search(r"[^aeiouäöühlr]l$", stem):
        return f"{stem[:-1]}elst"
    if re.search(r"[td]$|[^aeiouäöülrhmn][mn]$", stem):
        return f"{stem}est"
    return f"{stem}t" if stem.endswith(("s", "ß", "z", "x")) else f"{stem}st"


def _of_many(word: str) -> str | None:
    if re.search(r"(?:[td]|[^aeiouäöülrhmn][mn])en$|(?:el|er)n$", word):
        return f"{word[:-1]}t"
    return f"{word[:-2]}t" if word.endswith("en") else None
