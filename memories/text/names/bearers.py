"""Streets, firms, dishes and birds that bear somebody's name, and are not them."""

import re
from collections.abc import Sequence

from memories.text.meaning.concepts import language_meant
from memories.text.names.spellings import TITLES, Name, sound

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def only_surname_of_a_thing(text: str, names: Sequence[Name]) -> bool:
    """Whether a surname stands only in the name of a thing, or is a word: "Hruby Steel", "a tern".

    German writes every noun with a capital: there the article alone tells.
    """
    tokens = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    parts = {part for name in names for part in name.parts}
    last = {name.parts[-1] for name in names if len(name.parts) > 1}
    first = parts - last
    german = language_meant(text) == "de"
    found = False
    for at, (token, _, stop) in enumerate(tokens):
        said = sound(token)
        if said in first:
            return False
        if said not in last:
            continue
        before = tokens[at - 1][0].lower() if at else ""
        after = tokens[at + 1] if at + 1 < len(tokens) else ("", stop, stop)
        beside = (
            after[1] == stop + 1 and after[0][:1].isupper() and not token.endswith(("'s", "’s"))
        )
        of_a_thing = before in _ARTICLES or text[stop:].lstrip().startswith("&")
        if not of_a_thing and (german or not beside or before in TITLES):
            return False
        found = True
    return found


_ARTICLES = frozenset("a an ein eine einen einem einer un una".split())

# A place, a firm or a dish beside a name bears it: before it, and after it.
_BEARS_BEFORE = frozenset(
    "firm company shop school boat calle plaza avenida bar restaurante restaurant café cafe hotel"
    " pub rue place palais haus hof casa villa gasthaus gasthof bistro club apple pêche".split()
)
_BEARS_COMPOUND = ("firma", "bäckerei", "metzgerei", "apotheke", "praxis", "straße", "schule")
_CALLED_SO = frozenset("called named heißt llama".split())
_BEARS_AFTER = frozenset(
    "street road lane close avenue drive square park pool school hospital bridge station court hall"
    " house hotel café cafe bar pub restaurant straße strasse weg platz allee hof bad schule brücke"
    " ltd inc gmbh logistics insurance foods motors bakery books".split()
)


def of_another_place(text: str, topic: str, names: Sequence[Name]) -> bool:
    """Whether what bears the name in a text is a street, a firm or a dish, and not what is asked.

    Or the other way round.
    """
    asked = _bearers(topic, names)
    return bool(asked or _bearers(text, names)) and asked != _bearers(text, names)


def _bearers(text: str, names: Sequence[Name]) -> set[str]:
    tokens = _TOKEN.findall(text)
    parts = {part for name in names for part in name.parts}
    found: set[str] = set()
    for at, token in enumerate(tokens):
        if sound(token) in parts:
            before = [each.lower() for each in tokens[max(0, at - 4) : at]]
            # "The firm is called Bishop", "calle Amparo".
            before = before if before[-1:] and before[-1] in _CALLED_SO else before[-1:]
            after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
            found |= (_BEARS_BEFORE.intersection(before)) | ({after} & _BEARS_AFTER)
            found |= {word for word in before if word.endswith(_BEARS_COMPOUND)}
    return found
