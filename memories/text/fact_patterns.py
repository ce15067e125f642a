"""How people say of whom what is so: patterns in English, German and Spanish, by attribute.

In each, `me` stands for the person, `who`, `whose` or `von` for somebody else, `value` for the
value and what follows it.
"""

import re
from collections.abc import Iterator
from functools import cache

from memories.text import first_person
from memories.text.lists.openings import openings, turning
from memories.text.meaning.number_words import articles, number_words
from memories.text.patterns import any_of

NAME = r"(?-i:[^\W\d_a-zß-ÿ][\w’'-]*(?:\s+[^\W\d_a-zß-ÿ][\w’'-]*){0,2})"
MINE = f"(?:{'|'.join(first_person.words(first_person.OWNERS, 'en', 'de', 'es'))})"
_ANOTHER = rf"(?P<who>{MINE}\s+[\w-]+(?:[\s,]+{NAME})?|{NAME})"
_EN = rf"(?:(?P<me>i|we)|{_ANOTHER})"
_DE = rf"(?:(?P<me>ich|wir)|{_ANOTHER})"
_OFTEN = (
    r"(?:\s+(?:now|still|currently|also|just|already|finally|recently|really|only|always|usually"
    r"|very|severely|extremely|quite|jetzt|nun|noch|auch|schon|seit\s+\w+(?:\s+\w+)??|wieder|sehr|stark"
    r"|ahora|muy|también))*"
)
_AM = rf"(?:['’]m|['’]s|['’]re|\s+am|\s+is|\s+are){_OFTEN}"
_HAVE = rf"(?:['’]ve(?:\s+got)?|\s+have(?:\s+got)?|\s+has(?:\s+got)?){_OFTEN}"
_BIN = rf"\s+(?:bin|ist|sind){_OFTEN}"
_HABE = rf"\s+(?:habe?|hat|haben){_OFTEN}"
_LANGUAGES = ("en", "de", "es")
_COUNT = rf"(?:\d+|{'|'.join((*articles(*_LANGUAGES), *number_words(1, 6, *_LANGUAGES)))})"
_ILL = (
    r"(?:(?:type|typ|tipo)\s+[12]\s+)?(?:asthma|diabetes|epilepsy|migraines?|arthritis|hay\s+fever"
    r"|dyslexia|adhd|eczema|psoriasis|epilepsie|migräne|rheuma|heuschnupfen|asma|epilepsia"
    r"|migrañas?|celiaquía)\b"
)
_V = r"(?P<value>.+)"
# "I live with my wife Jo in Hull".
_WITH = r"(?:\s+(?:together\s+|zusammen\s+)?(?:with|mit)\s+[^,;.]{1,40}?)?"
# "I moved from Bath to Bristol".
_FROM = rf"(?:\s+(?:from|de|desde)\s+{NAME})?"
_LISTED = r"(?P<value>(?-i:[A-Z])\w+(?:(?:,|\s+and|\s+und)\s+(?-i:[A-Z])\w+)*)"


def _spanish(of_me: str, of_another: str, rest: str) -> str:
    who = rf"(?:yo\s+|nosotr[oa]s\s+)?(?P<me>{of_me})|{_ANOTHER}\s+(?:{of_another})"
    return rf"(?:{who}){_OFTEN}{rest}"


def _of(thing: str, german: str, spanish: str) -> tuple[str, ...]:
    """What is whose: "my number is …", "Toms Geburtstag ist …", "el cumpleaños de Ana es …"."""
    new = r"(?:\s+(?:new|current|neue[nrs]?|aktuelle[nrs]?|nuev[oa]))?"
    whose = rf"{MINE}\s+[\w-]+|{NAME}"
    return (
        rf"(?:(?P<me>my|our){new}|(?P<whose>{whose})['’]s?{new})\s+{thing}"
        rf"\s+(?:is|are)(?:\s+(?:now|on|the))*\s+{_V}",
        rf"(?:(?P<me>mein|unser)[ers]?{new}\s+(?:{german})|(?P<whose>{NAME})s(?=\s)\s+(?:{german})"
        rf"|(?:der|die|das)\s+(?:{german})\s+(?:von|meine[mnrs]+)\s+(?P<von>{NAME}))"
        rf"\s+(?:ist|lautet|beträgt)(?:\s+(?:jetzt|am|der))*\s+{_V}",
        rf"(?:(?P<me>mi|nuestr[oa]){new}\s+(?:{spanish})|(?:el|la)\s+(?:{spanish})\s+de\s+"
        rf"(?P<whose>{whose})){new}\s+es(?:\s+(?:ahora|el))*\s+{_V}",
    )


def _verb(
    attribute: str, english: str, german: str, spanish: tuple[str, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What somebody does, by its verb."""
    yield (
        attribute,
        (
            rf"{_EN}{_OFTEN}\s+(?:{english}){_OFTEN}\s+{_V}",
            rf"{_DE}{_OFTEN}\s+(?:{german}){_OFTEN}\s+{_V}",
            _spanish(*spanish, rf"\s+{_V}"),
        ),
    )


_PATTERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "lives in",
        (
            rf"{_EN}(?:['’]ve|\s+have|\s+has|{_AM})?{_OFTEN}\s+(?:lives?|living|moved|relocated)"
            rf"(?:\s+(?:back|over))?{_WITH}{_FROM}\s+(?:in|to)\s+{_V}",
            rf"{_DE}{_OFTEN}\s+(?:wohn|leb)(?:e|t|en){_OFTEN}{_WITH}\s+in\s+{_V}",
            rf"{_DE}{_BIN}\s+(?:\w+\s+){{0,4}}?nach\s+(?P<value>.+?)\s+(?:um)?gezogen",
            r"(?:bin|sind)\s+(?P<me>ich|wir)\s+(?:\w+\s+){0,4}?nach\s+(?P<value>.+?)\s+(?:um)?gezogen",
            rf"(?:{_ANOTHER}|(?P<me>i|we))\s+(?:just\s+|finally\s+)?(?:moved?|moves)\s+(?:in)?to\s+"
            r"(?:an?|the|my|our|her|his|their)\s+(?:new\s+|own\s+)*(?:flat|house|place|apartment|home"
            rf"|studio)\s+in\s+{_V}",
            rf"(?:(?:(?:seit|ab)\s+(?:\w+\s+){{1,3}}?|(?:jetzt|nun|inzwischen|mittlerweile)\s+))?"
            rf"(?:wohn|leb)(?:e|en)\s+(?P<me>ich|wir){_OFTEN}\s+in\s+{_V}",
            _spanish("vivo|vivimos", "vive|viven", rf"\s+en\s+{_V}"),
            _spanish(
                "me mudé|me he mudado|nos mudamos|nos hemos mudado",
                "se mudó|se ha mudado",
                rf"{_FROM}\s+a\s+{_V}",
            ),
        ),
    ),
    (
        "works at",
        (
            rf"{_EN}{_OFTEN}\s+works?{_OFTEN}\s+(?:at|for)\s+{_V}",
            rf"{_DE}{_OFTEN}\s+arbeite[nt]?{_OFTEN}\s+(?:bei|für)\s+(?:der|dem|den|die|das)?\s*{_V}",
            _spanish("trabajo", "trabaja", r"\s+(?:en|para)\s+(?P<value>(?-i:[A-ZÁÉÍÓÚÑ]).+)"),
        ),
    ),
    (
        "works as",
        (
            rf"{_EN}{_OFTEN}\s+works?{_OFTEN}\s+as\s+(?:an?\s+)?{_V}",
            rf"{_DE}{_OFTEN}\s+arbeite[nt]?{_OFTEN}\s+als\s+{_V}",
            _spanish("trabajo", "trabaja", rf"\s+(?:de|como)\s+(?!noche|día|lunes|tarde){_V}"),
        ),
    ),
    (
        "phone",
        (
            rf"(?P<me>i|we)(?:{_HAVE}|\s+got)\s+a\s+new\s+(?:(?:mobile|cell|phone)\s+)?number"
            rf"\W+(?:it['’]s\s+|it\s+is\s+)?(?P<value>[+\d].+)",
            r"(?P<me>(?:my\s+)?new\s+number|(?:meine\s+)?neue\s+(?:handy|telefon)?nummer"
            r"|(?:mi\s+)?nuevo\s+número)(?:\s+(?:is|ist|lautet|es))?\W+(?P<value>[+\d].+)",
        ),
    ),
    (
        "rent",
        (
            rf"{_EN}{_OFTEN}\s+pays?\s+{_V}\s+(?:(?:a|per)\s+\w+\s+)?(?:in|of|for)\s+rent\b",
            rf"{_DE}{_OFTEN}\s+zahl(?:e|t|en)\s+(?P<value>.+?)\s+(?:Kalt|Warm)?miete\b",
            # Who says "the rent" means their own.
            r"(?P<me>the|die)\s+(?:rent|(?:kalt|warm)?miete)(?:['’]s|\s+(?:is|ist|beträgt|liegt))"
            rf"(?:\s+(?:now|jetzt|nun|hier|here|bei|in\s+{NAME}))*\s+(?P<value>[£$€]?\d.*)",
            r"(?:(?:seit|ab)\s+(?:\w+\s+){1,3}?)zahl(?:e|en)\s+(?P<me>ich|wir)\s+(?P<value>.+?)"
            r"\s+(?:Kalt|Warm)?miete\b",
        ),
    ),
    ("birthday", _of("birthday", "Geburtstag", "cumpleaños")),
    (
        "phone",
        _of(
            r"(?:(?:mobile|cell|phone|telephone)\s+)?number",
            r"(?:handy|telefon|mobil)?nummer",
            r"(?:número|móvil|teléfono)(?:\s+de\s+(?:móvil|teléfono))?",
        ),
    ),
    ("address", _of(r"(?:(?:home|postal)\s+)?address", "adresse|anschrift", "dirección")),
    ("rent", _of("rent", "(?:kalt|warm)?miete", "alquiler")),
    ("salary", _of("salary", "gehalt", "sueldo|salario")),
    ("weight", _of("weight", "gewicht", "peso")),
    (
        "age",
        (
            rf"{_EN}(?:{_AM}|\s+turned)\s+(?P<value>\d{{1,3}})(?=\s+years|\s+now|\W*$|,)",
            rf"{_DE}{_BIN}\s+(?P<value>\d{{1,3}})(?=\s+Jahre|\W*$|,)",
            _spanish("tengo", "tiene", r"\s+(?P<value>\d{1,3})(?=\s+años)"),
        ),
    ),
    (
        "allergy",
        (
            rf"{_EN}{_AM}\s+allergic\s+to\s+{_V}",
            rf"allergic\s+to\s+{_V}",
            rf"{_EN}{_HAVE}\s+an?(?:\s+(?:bad|severe))?\s+(?P<value>[\w-]+)\s+allergy",
            rf"{_DE}{_BIN}\s+allergisch\s+(?:gegen|auf)\s+{_V}",
            rf"{_DE}{_HABE}\s+eine\s+allergie\s+gegen\s+{_V}",
            _spanish("soy|somos", "es|son", rf"\s+alérgic[oa]s?\s+(?:al|a\s+l[oa]s?|a)\s+{_V}"),
            _spanish("tengo", "tiene", rf"\s+(?:una\s+)?alergia\s+al?\s+{_V}"),
        ),
    ),
    (
        "avoids",
        (
            rf"{_EN}{_OFTEN}\s+(?:don['’]t|doesn['’]t|can['’]t|cannot|never)\s+"
            rf"(?:eat|eats|drink|drinks|tolerate)(?:\s+any)?\s+{_V}",
            rf"{_DE}\s+(?:esse|isst|essen|trinke|trinkt|trinken|vertrage|verträgt)\s+keine?n?\s+{_V}",
            _spanish(
                "no como|no bebo|no puedo comer|no puedo beber",
                "no come|no bebe|no puede comer|no puede beber",
                rf"\s+{_V}",
            ),
        ),
    ),
    (
        "dislikes",
        (
            rf"{_EN}{_OFTEN}\s+(?:hates?|dislikes?|detests?|can['’]t\s+stand"
            rf"|(?:don['’]t|doesn['’]t)\s+(?:really\s+)?like)\s+{_V}",
            rf"{_DE}\s+(?:hasse|hasst|hassen)\s+{_V}",
            rf"{_DE}\s+(?:mag|mögen)\s+(?:kein(?:e|en)?|nicht)\s+{_V}",
            r"(?:a\s+(?P<who>" + NAME + rf")\s+)?no\s+(?P<me>me|le)\s+gustan?\s+{_V}",
            _spanish("odio|detesto", "odia|detesta", rf"\s+{_V}"),
        ),
    ),
    (
        "likes",
        (
            rf"{_EN}{_OFTEN}\s+(?:likes?|loves?|enjoys?|adores?|prefers?)\s+{_V}",
            rf"{_DE}\s+(?:mag|mögen|liebe|liebt|lieben)(?!\s+(?:kein|nicht)){_OFTEN}\s+{_V}",
            r"(?:a\s+(?P<who>" + NAME + rf")\s+)?(?P<me>me|le)\s+(?:gustan?|encantan?)\s+{_V}",
            _spanish("prefiero|adoro", "prefiere|adora", rf"\s+{_V}"),
        ),
    ),
    (
        "speaks",
        (
            rf"{_EN}{_OFTEN}\s+speaks?\s+{_LISTED}",
            rf"{_DE}\s+(?:spreche|spricht)\s+{_LISTED}",
        ),
    ),
    (
        "is called",
        (
            rf"(?:(?P<me>my|our)\s+name\s+is|(?:i['’]m\s+called))\s+(?P<value>{NAME})",
            rf"(?P<me>ich)\s+heiße\s+(?P<value>{NAME})",
            rf"(?P<me>me\s+llamo)\s+(?P<value>{NAME})",
        ),
    ),
    (
        "comes from",
        (
            rf"{_EN}(?:{_AM}|\s+comes?)\s+from\s+(?P<value>{NAME})",
            rf"{_DE}\s+komm(?:e|t)\s+aus\s+(?P<value>{NAME})",
            _spanish("soy|somos", "es", rf"\s+de\s+(?P<value>{NAME})"),
        ),
    ),
    *_verb("plays", "plays?", "spiel(?:e|t)", ("toco|juego al?", "toca|juega al?")),
    *_verb("studies", "stud(?:y|ies)", "studier(?:e|t)", ("estudio", "estudia")),
    *_verb("teaches", "teach(?:es)?", "unterricht(?:e|et)", ("enseño", "enseña")),
    *_verb("drives", "drives?", r"(?:fahre|fährt)(?=\s+ein)", ("conduzco", "conduce")),
    *_verb("uses", "uses?", "(?:benutze|benutzt|nutze|nutzt)", ("uso", "usa")),
    *_verb("drinks", "drinks?", "trink(?:e|t)(?!\\s+kein)", ("bebo", "bebe")),
    *_verb("eats", "eats?", "(?:esse|isst)(?!\\s+kein)", ("como", "come")),
    *_verb("collects", "collects?", "samm(?:le|elt)", ("colecciono", "colecciona")),
    *(
        (thing, (rf"(?:(?P<me>my|our)|(?P<whose>{NAME})['’]s?)\s+{said}\s+is\s+{_V}",))
        for thing, said in (
            ("shoe size", r"shoe\s+size"),
            ("blood group", r"blood\s+(?:group|type)"),
            ("height", "height"),
            ("email", r"e-?mail(?:\s+address)?"),
            ("surname", "surname"),
        )
    ),
    (
        "has",
        (
            rf"{_EN}{_HAVE}\s+(?P<value>{_ILL})",
            rf"{_DE}{_HABE}\s+(?P<value>{_ILL})",
            _spanish("tengo|tenemos", "tiene|tienen", rf"\s+(?P<value>{_ILL})"),
            rf"{_EN}(?:{_HAVE}|\s+owns?)\s+(?P<value>{_COUNT}\s+.+)",
            rf"{_DE}{_HABE}\s+(?P<value>{_COUNT}\s+.+)",
            _spanish("tengo|tenemos", "tiene|tienen", rf"\s+(?P<value>{_COUNT}\s+.+)"),
        ),
    ),
    (
        "plan",
        (
            rf"{_EN}(?:{_AM}\s+(?:going\s+to|planning\s+to)|\s+plans?\s+to|['’]ll|\s+will)\s+{_V}",
            rf"{_EN}{_AM}\s+(?P<value>(?:flying|travelling|traveling|moving|starting|visiting"
            rf"|getting\s+married|marrying|leaving)\b.*)",
            _spanish("voy|vamos", "va|van", r"\s+a\s+(?P<value>\w+[aei]r\b.*)"),
        ),
    ),
    (
        "is",
        (
            rf"{_EN}{_AM}\s+an?\s+(?!bit|little|lot|fan|big|huge|mess|while|few)"
            r"(?P<value>[\w-]+(?:\s+[\w-]+)?(?=\s+(?:in|at|from|by|for|with)\b|\W*$|[,.;]))",
            rf"{_DE}{_BIN}\s+(?:(?:von\s+beruf|gelernte[rn]?|eine?)\s+)?"
            r"(?P<value>(?-i:[A-ZÄÖÜ])[\w-]{3,})(?=\W*$|[,.;]|\s+(?:in|bei|im|am)\b)",
            r"(?:yo\s+)?(?P<me>soy)\s+(?!de\b|muy\b|un\b|una\b|el\b|la\b)"
            r"(?P<value>\w{4,})(?=\W*$|[,.;]|\s+en\b)",
        ),
    ),
)
OPENING = (
    rf"^\W*(?:(?:{any_of(f'{openings()} {turning()} now ahora nope nein')})\b[,:;.!]*\s+"
    # "No soy alérgico" denies; "no, I'm 41" does not.
    r"|no[,:;.!]+\s+)*"
)


@cache
def patterns() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    """The patterns by attribute, made when they are first needed: there are a hundred."""
    return tuple(
        (attribute, tuple(re.compile(OPENING + pattern, re.IGNORECASE) for pattern in said))
        for attribute, said in _PATTERNS
    )
