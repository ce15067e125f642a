"""Streets, firms, dishes and birds that bear somebody's name, and are not them."""

import re
from collections.abc import Sequence

from memories.text.meaning.concepts import language_meant
from memories.text.names.lists import given_names
from memories.text.names.spellings import NAME_WORD, TITLES, Name, sound


def only_surname_of_a_thing(text: str, names: Sequence[Name]) -> bool:
    """Whether a surname stands only in the name of a thing, or is a word: "Hruby Steel", "a tern".

    German writes every noun with a capital: there the article alone tells.
    """
    tokens = [(m.group(), m.start(), m.end()) for m in NAME_WORD.finditer(text)]
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
        # "Abernathy's Shoes" is a shop; "Mrs Abernathy's Volvo" means herself.
        beside = after[1] == stop + 1 and after[0][:1].isupper()
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
    " falls trail creek canyon peak crescent terrace river"
    " ltd inc gmbh logistics insurance foods motors bakery books".split()
)


# "The trip to Georgia", "we flew to Sydney", "nach Florenz".
TO_A_PLACE = re.compile(
    r"(?:^|\s)(?:trip|flight|train|travel\w*|went|going|go|drive|drove|fly|flew|flying|moved?|moving"
    r"|ticket|holiday|journey|back|off|came|come|relocated|emigrated|way|road|Reise|Flug|viaje|vuelo|volar|ir|fui|fuimos)\s+"
    r"(?:to|in|nach|a)\s+$",
    re.IGNORECASE,
)


def as_a_place(text: str, names: Sequence[Name]) -> bool:
    """Whether a text names it as somewhere one travels: no aunt of that name is meant."""
    parts = {part for name in names for part in name.parts}
    return any(
        sound(token.group()) in parts and bool(TO_A_PLACE.search(text[: token.start()]))
        for token in NAME_WORD.finditer(text)
    )


# These do so where they have a capital too: "Whitcombe Hill", and not "Whitcombe farms".
_BEARS_IN_CAPITALS = frozenset(
    "hill rise row gardens mews grove way view green common farm wood woods lake"
    " church cathedral market cottage barn tower castle beach bay valley mountain estate centre"
    " center theatre museum library college university academy clinic surgery pharmacy garage"
    " cinema gym studio mutual life steel stones society trust award prize cup gasse allee ring"
    " ufer berg steig tal see kirche apotheke klinik praxis verein".split()
)


def of_another_place(text: str, topic: str, names: Sequence[Name]) -> bool:
    """Whether what bears the name in a text is a street, a firm or a dish, and not what is asked.

    Or the other way round.
    """
    asked = _bearers(topic, names)
    return bool(asked or _bearers(text, names)) and asked != _bearers(text, names)


def _bearers(text: str, names: Sequence[Name]) -> set[str]:
    tokens = NAME_WORD.findall(text)
    parts = {part for name in names for part in name.parts}
    found: set[str] = set()
    for at, token in enumerate(tokens):
        if sound(token) in parts:
            before = [each.lower() for each in tokens[max(0, at - 4) : at]]
            # "The firm is called Bishop", "calle Amparo".
            called = before[-1:] and before[-1] in _CALLED_SO
            before = before if called else before[-1:]
            after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
            found |= (_BEARS_BEFORE.intersection(before)) | ({after} & _BEARS_AFTER)
            # "Anna Wood" is a person's name.
            capital = bool(after) and tokens[at + 1][0].isupper() and sound(after) not in parts
            if capital and token.lower() not in given_names():
                found |= {after} & _BEARS_IN_CAPITALS
            # "The road called Pemberton".
            found |= _BEARS_AFTER.intersection(before if called else ())
            found |= {word for word in before if word.endswith(_BEARS_COMPOUND)}
    return found
