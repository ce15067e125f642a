"""Which words are verbs, by rules, and whether a clause has one or breaks off."""

import re

from memories.text.contractions import written_out
from memories.text.meaning.english_words import in_english
from memories.text.second_person.german_verbs import is_known

_VERBS = {
    "en": frozenset(
        "am is are was were have has had do does did can can't could will would should must go"
        " goes went come comes came live lives work works like likes love loves hate hates enjoy"
        " enjoys adore prefer prefers want wants need needs play plays speak speaks eat eats"
        " drink drinks take takes took make makes made get gets got keep keeps kept know knows"
        " knew think thinks thought say says said tell tells told see sees saw run runs ran"
        " study studies teach teaches taught drive drives drove own owns use uses collect"
        " collects read reads write writes wrote grow grows grew buy buys bought sell sells sold"
        " pay pays paid owe owes commute commutes swim swims cook cooks sing sings sleep sleeps"
        " wear wears feel feels felt become became begin began start starts stop stops quit left"
        " leave leaves meet meets met visit visits call calls help helps share shares rent rents"
        " avoid avoids listen listens don't doesn't didn't won't isn't aren't".split()
    ),
    "de": frozenset(
        "bin bist ist sind war waren habe hat haben hatte hatten wird werden kann können muss"
        " müssen mag mögen will wollen wohnt lebt arbeitet spielt spricht isst trinkt nimmt"
        " fährt geht kommt heißt heißen liebt hasst kennt sammelt".split()
    ),
}
_OTHER_VERBS = frozenset(
    "soy es son era fue estoy está están tengo tiene tienen hay vivo vive trabajo trabaja gusta"
    " gustan quiero quiere hablo habla juego juega toco toca suis est sont ai a avons ont habite"
    " travaille aime".split()
)
# "Listed", "moved".
_PAST = re.compile(r"[a-z]{3,}ed$")
# What tells of something done, and is no regular past.
_IRREGULAR = frozenset(
    "met gave gives wrote lost won bit hit cut put let gone been done seen taken given told grew"
    " fell broke broken spoke spent slept sent sang rode rang paid lent hurt hung held heard flew"
    " felt fed drove drew drank built brought bought bred born ate".split()
)
_SHORT = re.compile(r"[^\W\d_]['’](?:s|m|re|ve|ll|d)$|n['’]t$", re.IGNORECASE)
_DOES = re.compile(r"[a-z]{3,}[^s\W]s$")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TOKEN = re.compile(r"\w+(?:['’-]\w+)*")
# With these a clause breaks off: what they lead to is missing.
_LEADS = frozenset(
    "is are was were am be called named a an the my our his their and or but heißt heißen ist sind"
    " bin war waren lautet namens und oder der die das dem den eine einen mein meine es son se"
    " llama llamo el la los las un una mi y o est sont appelle appelles le les une mon ma et ou"
    " del di il lo è é een het mijn is".split()
)


# A German clause that ends with its verb: "…, der Ernst heißt".
_RELATIVE = re.compile(
    r",\s+(?:der|die|das|den|dem|dass|weil|wo|was|wie)\s+[^,]+\s(?:hei(?:ß|ss)t|hei(?:ß|ss)en|ist|sind|war|waren)\W*$"
)


def is_verb(word: str, language: str) -> bool:
    """Whether a word is known as a verb and as nothing else."""
    low = word.lower()
    # As Swiss write it: "heisst".
    spelled = {word, word.replace("ss", "ß")} if language == "de" else {low}
    ways = [(each, many) for each in spelled for many in (False, True)]
    if language == "de" and any(is_known(each, many=many) for each, many in ways):
        return True
    past = language == "en" and _PAST.search(low)
    return bool(past) or bool({low, *spelled} & _VERBS.get(language, _OTHER_VERBS))


def has_verb(clause: str, language: str) -> bool:
    """Whether a clause tells something of somebody: "tel 05141 998877", "a half" do not."""
    words = _WORD.findall(written_out(clause))
    if any(is_verb(word, language) or _SHORT.search(word) for word in words):
        return True
    english = _WORD.findall(in_english(clause, language))
    told = [word.lower() for word in english]
    if any(word in _VERBS["en"] for word in told):
        return True
    # The first word is whom it tells of: "born in Bristol", "keys".
    return any(
        word in _IRREGULAR or _PAST.search(word) or (_DOES.search(word) and n < len(told))
        for n, word in enumerate(told[1:], 2)
    )


def breaks_off(clause: str) -> bool:
    """Whether the end of a clause is missing: "my boss is called"."""
    if _RELATIVE.search(clause):
        return False
    words = _TOKEN.findall(clause.lower())
    last = words[-1] if words else ""
    return bool({last, last.replace("ss", "ß")} & _LEADS or _SHORT.search(last))
