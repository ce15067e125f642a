"""How a sentence is built: who speaks of whom, telling, asking, wishing or ordering.

Small words have a class that English, German and Spanish share ("my", "mein", "mi"), so what is
learned of one language's sentences holds for the others. Words that are in no class are known by
their shape: a name, a number, a Spanish first person ("trabajo"), a condition ("compraría").
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from memories.text import first_person
from memories.text.calendar.names import SHORT_WEEKDAYS, months, weekdays

_LISTED = """
I: im ive
MY: unsre
YOU: you your yours yourself u ur du dich dir dein deine deinem deinen deiner euch euer tú te ti tu
    tus usted ustedes contigo
THEY: he she they him her his their them er ihn ihm seine sein seinem seinen ihr ihre ihrem ihren
    él ella ellos ellas su sus le les
IT: it its it's es
THE: the der die das dem den des el los las la lo
A: a an ein eine einen einem einer ne nen un una unos unas some
THIS: this that these those diese dieser dieses diesen dies este esta esto estos estas ese esa eso
ASK: who what when where why which how whose whom wer wen wem was wann wo wohin woher warum wieso
    weshalb welche welcher welches welchen wie wieviel qué quién quiénes cuándo dónde cómo cuál
    cuáles cuánto cuánta cuántos cuántas whats wheres whos hows
DO: do does did don't doesn't didn't
MAY: can could may shall should must kann kannst können könnt darf darfst soll sollte sollen muss
    musst müssen puedo puede puedes pueden debo debe debería hay
WILL: will won't gonna going werde wird werden wirst voy va vamos
IS: am is are was were be been bin ist sind war waren bist warst soy es está estoy estamos son era
    fue somos estaba están eres isn't aren't wasn't
HAVE: have has had got haven't hasn't habe hab hat haben hatte hatten hast tengo tiene tenemos
    tienen tenía he ha han hemos había tienes
IF: if suppose supposing imagine pretend hypothetically wenn falls angenommen gesetzt stell si
    supongamos supón imagina imagínate pongamos had
WOULD: would wouldn't würde würd würden hätte hätten wäre wär wären könnte könnten ojalá hubiera
    hubiese fuera fuese tuviera quisiera wish
NOT: not no never none nor cannot can't without nicht kein keine keinen keinem keiner nie niemals
    nichts nunca jamás tampoco sin nada nee nein nope
NOMORE: anymore longer mehr ya
MAYBE: maybe perhaps might possibly probably vielleicht eventuell evtl womöglich wahrscheinlich
    quizá quizás igual puede dunno guess reckon
PLEASE: please pls plz bitte favor porfa kindly
SAYS: said says say wrote writes told texted asked quote reads called sagt sagte gesagt schrieb
    schreibt meinte geschrieben steht heißt dice dijo dicho pone decía escribió puso
LIKES: like likes love loves hate hates prefer prefers favourite favorite enjoy rather sooner fan
    mag magst mögen liebe hasse hasst bevorzuge lieber liebsten lieblings gern gerne gusta gustan
    encanta encantan odio prefiero adoro favorito favorita detesto soporto
EVER: always usually often every each daily weekly immer meistens oft jeden jede jedes siempre
    normalmente cada todos todas since seit desde ab
NOW: now today tonight currently heute jetzt gerade hoy ahora these nowadays momentan
DAY: tomorrow weekend yesterday morgen übermorgen wochenende gestern mañana pasado finde ayer next
    nächste nächsten nächstes nächster próximo próxima
KIN: mum mom mother dad father sister brother son daughter wife husband partner girlfriend boyfriend
    aunt auntie uncle cousin niece nephew nan gran grandma grandpa granddad grandad grandmother
    grandfather boss friend mate flatmate neighbour neighbor landlord colleague kids twins ex mutter
    mama vater papa schwester bruder sohn tochter frau mann partnerin freundin freund tante onkel
    cousine neffe nichte oma opa chef chefin kollege kollegin nachbar nachbarin schwager schwägerin
    vermieter vermieterin kinder zwillinge schwiegermutter schwiegervater kumpel madre padre mamá
    papá hermana hermano hijo hija mujer marido pareja novia novio tía tío primo prima sobrino
    sobrina abuela abuelo jefe jefa amigo amiga vecino vecina casero suegra suegro cuñado cuñada
    compañero compañera hijos
PET: dog cat hund katze kater perro perra gato gata rabbit hamster pferd horse caballo
ORDER: write translate summarise summarize fix remind forget delete book find draft explain rewrite
    give tell show make help list compare convert check read look compute calculate turn put add
    set try cut continue shorten proofread schreib schreibe übersetze übersetz fass erinner erinnere
    vergiss lösch lösche stell such gib zeig zeige mach mache hilf kürz kürze erzähl nenn nenne lies
    korrigier korrigiere formuliere vergleiche rechne erklär erkläre merk dreh escribe traduce
    resume haz dame dime pon busca corrige explica calcula olvida borra recuerda cuenta ponlo quita
    inventa redacta sigue
HELLO: hi hello hey morning hallo hola buenas moin servus tschüss bye ciao adiós night nacht
THANKS: thanks thank thx cheers danke dank gracias ta
HAHA: haha lol jaja jajaja hehe wow ugh ooh oh ah uh oops yay omg puh ach boah na ay uy jo hmm
OK: ok okay right sure fine yes yeah yep cool klar ja stimmt genau sí vale claro bueno alright
ODD: obviously clearly brilliant great lovely fantastic wonderful super toll herrlich natürlich
    offensichtlich genial basically literally dream riesig total ilusión supuesto hombre just
AND: and und y e also & plus
BUT: but aber pero sino sondern though
BECAUSE: because weil porque denn so deshalb since
TO: to for zu um für para por of von de
AT: in at on with from by near mit bei auf an im am aus nach vom zum zur en con entre del al
"""
_LANGUAGES = ("en", "de", "es")
_PERSON = {"I": first_person.SUBJECTS, "MY": first_person.OWNERS, "ME": first_person.OTHERS}
_DAYS = {*weekdays(*_LANGUAGES, plural=True), *SHORT_WEEKDAYS, *months(*_LANGUAGES)} - {"may"}
_CLASS = {
    **{
        word: name
        for name, table in _PERSON.items()
        for word in first_person.words(table, *_LANGUAGES)
    },
    **dict.fromkeys(_DAYS, "DAY"),
    **{
        word: name
        for name, words in re.findall(r"^([A-Z]+): ((?:.+\n)(?: .+\n)*)", _LISTED, re.MULTILINE)
        for word in words.split()
    },
}
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[\"“”„«»]|[?!¿¡:;,.()<>\[\]/]|\n")
_MARKS = {"?": "?", "¿": "?", "!": "!", "¡": "!", ",": ",", ";": ",", ".": ".", ":": ":"}
_SHORT = re.compile(r"['’](m|ve|d|ll|re|s)$")
_AFTER_SHORT = {"m": "IS", "ve": "HAVE", "d": "WOULD", "ll": "WILL", "re": "IS", "s": "IS"}
# Endings of verbs, where the word is in no class.
_SHAPES = (
    (re.compile(r"\w{2,}[áéí]\w*(?:me|te|lo|la|los|las|nos|melo|telo)$"), "ORDER"),
    (re.compile(r"\w{3,}(?:ría|rías|ríamos|rían|iera|iese|ara|ase)$"), "WOULD"),
    (re.compile(r"\w{2,}(?:amos|emos|imos)$"), "VWE"),
    (re.compile(r"\w{3,}é$"), "VI"),
    (re.compile(r"\w{2,}(?:ando|iendo)$"), "VING"),
    (re.compile(r"\w{3,}ing$"), "VING"),
    (re.compile(r"ge\w{3,}(?:t|en)$"), "VED"),
    (re.compile(r"\w{3,}(?:ed|ado|ido)$"), "VED"),
)
_SPANISH_I = re.compile(r"\w{3,}o$")
# Maximum number of tokens read to tell how a sentence is built.
_READ = 60


def moods(text: str) -> Iterator[tuple[str, float]]:
    """What a sentence's build shows, by name, with weights."""
    classes = _classes(text)
    yield from ((f"m {name}", 0.7) for name in sorted({*classes}))
    yield from ((f"mm {a} {b}", 0.7) for a, b in sorted({*pairwise(classes)}))
    triples = zip(classes, classes[1:], classes[2:], strict=False)
    yield from ((f"mmm {' '.join(three)}", 0.5) for three in sorted({*triples}))
    for many in (1, 2, 3, 4):
        yield f"begins {' '.join(classes[:many])}", 1.2
    yield f"ends {' '.join(classes[-2:])}", 0.8
    first = next((name for name in classes if name in _PERSONS), "nobody")
    yield f"speaks of {first}", 1.5
    for name in ("I", "MY", "ME", "VI"):
        if name in classes:
            yield "own", 1.0
            break
    else:
        yield "not own", 1.0
    yield f"tokens {min(8, len(classes) // 3)}", 0.7


_PERSONS = frozenset(("I", "MY", "ME", "YOU", "THEY", "KIN", "PET", "NAME", "VI", "VWE"))


def _classes(text: str) -> list[str]:
    """The class of each word: small words by what they are, others by their shape."""
    found: list[str] = ["START"]
    for match in _TOKEN.finditer(text):
        if len(found) > _READ:
            break
        word = match.group()
        if word in _MARKS:
            found.append(_MARKS[word])
        elif word.isdigit():
            found.append("#")
        elif not word[0].isalpha():
            found.append("QUOTE" if word in '"“”„«»' else "LINE" if word == "\n" else "MARK")
        else:
            found += _of_word(word, found[-1] in ("START", ".", "?", "!", "LINE", "QUOTE"))
    return [*found, "END"]


@lru_cache(maxsize=4096)
def _of_word(word: str, first: bool) -> tuple[str, ...]:
    plain = word.lower().replace("’", "'")
    if plain in _CLASS:
        return (_CLASS[plain],)
    short = _SHORT.search(plain)
    if short:
        before = _of_word(word[: short.start()], first)
        return (*before, _AFTER_SHORT[short[1]])
    if plain.endswith("n't"):
        return ("MAY", "NOT")
    if word[0].isupper() and not first:
        return ("NAME",)
    for shape, name in _SHAPES:
        if shape.match(plain):
            return (name,)
    return ("VI",) if first and _SPANISH_I.match(plain) else ("x",)
