"""What of a request's words is no part of what it names: politeness, and why it is asked."""

import re

from memories.text import NamedEntity, Span, lazily, names_in

# "Vergiss doch bitte mal …".
LEADING = (
    r"(?:[\s,]*\b(?:doch|bitte|mal|einfach|wieder|please|pls|plz|kindly|just|por\s+favor|porfa|ya)"
    r"\b[\s,]*)*"
)
_LEADING = lazily(rf"^{LEADING}", re.IGNORECASE)
# What follows the thing is why: "Peigi, she'd not want it", "den Wisi, mit dem bin ich fertig". Of
# a German "der" only with a verb right after it: "der mir das Geld lieh" tells who is meant.
_VERB = (
    r"(?:bin|ist|is|sind|san|war|hat|hot|hatte|kann|will|wollte|wird|soll|muss|mag|geht|gehört|wohnt|macht|kommt"
    r"|braucht|brauch|hab|habe|haben)\b"
)
_REASON = lazily(
    r"\s*[,;.!–—]\s*(?:(?:because|cause|since|as\s+(?:i|we|he|she|they|it)|weil|denn|da\s+(?:ich|wir|er|sie|es)|porque|pues|parce\s+que|car|perché|want|bo)\b"
    r"|(?:i|we|he|she|they|it|that|this)(?:['’](?:m|s|ve|re|d|ll))?\s+(?!(?:and|or)\b)\w"
    r"|(?:i|we|he|she|they|it|that)['’](?:m|s|ve|re|d|ll)\b"
    r"|(?:ich|wir|er|sie|es|das|dies|des|dit|i\s+hab|(?:dort|da)\s+(?:hat|ist))\s+\w"
    rf"|(?:der|die|de[mnr]?|mit\s+de[mnr]|von\s+de[mnr])\s+{_VERB}"
    r"|(?:ya|es\s+que|que\s+ya|él|ella|yo|eso)\s+\w"
    r"|(?:je|j['’]|il|elle|on|ce|c['’])\s*\w"
    r"|(?:lui|lei|ormai|eu|ele|ela|já|ik|hij|zij|ze|het|już)\s+\w"
    r").*$",
    re.IGNORECASE | re.DOTALL,
)
# The same for what follows a last comma and is no list, relative clause or "Anna, my aunt".
_ASIDE = lazily(
    r",\s+(?=(?-i:[a-zà-öø-ÿ]))(?!(?:who|which|that|where|when|whose|whom|what|how|and|or|but|not|nor|my|our|his|her|the|an?"
    r"|der|die|das|den|dem|deren|dessen|dass|wo|was|wie|wer|ob|um|und|oder|aber|nicht|mein\w*|unser\w*|ein\w*"
    r"|que|quien|donde|cuando|y|e|o|ni|pero|mi|mis|el|la|los|las|un|una|qui|où|et|ou|mais|mon|ma|mes|le|les|che|dat|w|i)\b)"
    r"(?![^,;.]*\b(?:and|or|und|oder|y|et|ou)\s)[^\s,;.]+\s[^,;.]+$",
    re.IGNORECASE,
)
# "…, would you", "…, if you would", "…, gell?", "… right away".
_TAIL = lazily(
    r"(?:,?\s+(?:if|would|will|could|can)\s+(?:you|ye|ya|u)(?:\s+(?:would|could|please|mind|can))?"
    r"|,\s+(?:gell|ja|okay?|ne|vale|ok\s+thanks|und\s+zwar\s+\w+)"
    r"|\s+(?:right\s+away|for\s+good|straight\s+away|asap|sofort|endgültig))"
    r"[\s.!?]*$",
    re.IGNORECASE,
)
_TAG = lazily(
    r",?\s+(?:gell|ja|ok|okay|ne|nicht\s+wahr|please|pls|bitte|yeah|right|vale|sí|d['’]accord"
    r"|(?:would|will|could)\s+(?:you|ye|ya|u))\s*\?+$",
    re.IGNORECASE,
)
_ALSO = lazily(r"\s+(?:again|also|too|as\s+well|any\s?more|auch|también)[\s,]*$", re.IGNORECASE)
# "(Alles, was mit) dem Kegeln zu tun hat, (kann weg)".
_CONCERNS = lazily(r"\s+(?:zu\s+tun\s+(?:hat|haben)|betrifft|angeht)[\s,]*$", re.IGNORECASE)


# What of a message says what is to stay: "not the dog", "(NOT my bestie)", "die Katze bleibt".
_MINE = (
    r"(?:the|my|our|his|her|de[nrm]|die|das|mein\w*|unser\w*|el|la|los|las|mis?|les?|mon|ma|mes"
    r"|mijn|de|het|il|lo|mio|mia|meu|minha|mój|moj[aą])"
)
_NOT_THIS_ONE = lazily(
    r"[,(;.–—]\s*(?:(?:but|aber|pero|mais|maar|ma|mas)\s+)?(?:not|nicht|no|pas|niet|non|não|nie)\s+"
    rf"(?P<keep>{_MINE}\s[^,;.()!?]{{2,40}})",
    re.IGNORECASE,
)
_STAYS = lazily(
    r"(?:^|(?<=[.,;!?(–—]))\s*(?:(?:but|aber|pero|mais|maar|ma|mas|ale)\s+)?"
    rf"(?P<keep>{_MINE}\s[^.,;!?()–—]{{2,50}}?)\s+"
    r"(?:(?:can|could|should|may|must|obviously|darf|dürfen|soll(?:en)?|kann|können|puede[n]?"
    r"|pode[m]?|peut|peuvent|mag|mogen|può|possono)\s+)*"
    r"(?:stays?|remains?|bleib(?:t|en)|blijf(?:t)|blijven|se\s+queda[n]?|rest(?:e|ent|er|a|ano)"
    r"|rimane|rimangono|fica[m]?|zostaj[eą])\b[^.,;!?()–—]*",
    re.IGNORECASE,
)

# "…, das Ziel nicht", "…, the name not".
_BUT_NOT_THIS = lazily(
    rf"[,;]\s*(?:(?:but|aber|pero|mais|maar|ma)\s+)?(?P<keep>{_MINE}\s[^,;.()!?]{{2,40}}?)\s+(?:aber\s+)?(?:nicht|no|niet|pas)(?=[\s.!]*$)",
    re.IGNORECASE,
)
# "Wo das Buch liegt, dürfen Sie sich merken", "where it is you may keep".
_MAY_BE_KEPT = lazily(
    r"(?:^|[;.–—])\s*(?P<keep>[^.;!?()–—]{3,60}?),?\s+(?:(?:darfst|kannst|sollst|solltest)\s+du(?:\s+dir)?|(?:dürfen|können|sollen)\s+sie(?:\s+sich)?)\s+"
    r"(?:(?:ruhig|gern|gerne|weiterhin|bitte|weiter|schon)\s+)*(?:merken|behalten|wissen|stehen\s+lassen|drin\s+lassen)"
    r"|(?:^|[;.–—])\s*(?P<kept>[^.;!?()–—]{3,60}?)\s+you\s+(?:can|may|should)\s+(?:keep|remember|leave(?:\s+in)?)\b",
    re.IGNORECASE,
)
_KEEP_THIS = lazily(
    r"[,(;.–—]\s*(?:(?:but|and|aber|und|pero|mais)\s+)?(?:keep|behalte?|merke?\s+dir|guarda|garde)\s+"
    rf"(?:(?:only|just|nur|solo|sólo)\s+)?(?P<keep>{_MINE}\s[^,;.()!?]{{2,40}})",
    re.IGNORECASE,
)
# "Das brauchst du dir nicht merken, nur die Pacht."
_ONLY_THIS = lazily(
    r"(?<=[,(;–—])\s*(?:only|just|nur|bloß|solo|sólo)\s+"
    rf"(?P<keep>{_MINE}\s[^,;.()!?]{{2,40}})",
    re.IGNORECASE,
)
_NOT_KEPT = lazily(
    r"\b(?:nicht\s+(?:mehr\s+)?(?:zu\s+)?(?:merken|behalten|speichern|wissen)"
    r"|(?:don['’]?t|do\s+not|no)\s+need\b.{0,20}(?:keep|remember|store|know)"
    r"|don['’]?t\s+(?:keep|remember|store))\b",
    re.IGNORECASE,
)


def what_stays(said: str) -> tuple[str, str]:
    """A request without what it says is to stay, its letters where they were; and what that is."""
    patterns = [_NOT_THIS_ONE, _STAYS, _KEEP_THIS, _MAY_BE_KEPT, _BUT_NOT_THIS]
    patterns += [_ONLY_THIS] if _NOT_KEPT.search(said) else []
    kept = [found for pattern in patterns for found in pattern.finditer(said)]
    for found in kept:
        said = said[: found.start()] + " " * len(found.group()) + said[found.end() :]
    return said, " / ".join(next(filter(None, found.groups())) for found in kept)


# "Everything about my own wedding, Tesfalem's stays", "alles über Jona weg. Jonas bleibt ja".
_STAYS_BEHIND = lazily(
    r"[,;.!]\s+(?:but\s+|aber\s+|pero\s+)?(?P<keep>\S[^,;.!]*?)\s+(?:(?:can|should|may|must)\s+)?"
    r"(?:stays?|remains?|(?:soll(?:en)?|darf|dürfen)\s+bleiben|bleib(?:t|en)|se\s+quedan?)"
    r"(?:\s+(?:natürlich|aber|bitte|ja|of\s+course|though|please|claro|eh))?[\s.!]*$",
    re.IGNORECASE,
)
# "All about Thandi (not Thandeka)", "alles zu Emil. Nicht Emilia!".
_NOT_THEM = lazily(
    r"\s*(?:\(\s*(?:but\s+|aber\s+)?(?:not|nicht|no|pas)\s+(?P<inside>[^()]{2,60})\)"
    r"|[.;!–—]\s*(?:but\s+|aber\s+)?(?:not|nicht|no|pas)\s+"
    r"(?P<behind>(?:(?:the|my|our|de[nr]|die|das|mein\w*|el|la|mis?)\s+)?(?-i:[^\W\d_a-zß-ÿ])[^.!?,;()]{1,60}"
    r"|(?:the|my|our|de[nr]|die|das|mein\w*|el|la|mis?)\s+[^.!?,;()]{2,60}))[\s.!]*$",
    re.IGNORECASE,
)


def stays_behind(said: str) -> tuple[str, str]:
    """A request up to where it says at its end what is to stay, whatever word that is; and what."""
    found = _STAYS_BEHIND.search(said) or _NOT_THEM.search(said)
    return (said[: found.start()], next(filter(None, found.groups()))) if found else (said, "")


# Only that one thing goes: "…, den Rest nicht", "…, nothing else", "…, keep the rest".
_NOTHING_ELSE = lazily(
    r"[,;(–—]?\s+(?:(?:but|aber|und|and|pero|mais)\s+)?(?:"
    r"(?:not|keep|leave)\s+(?:all\s+)?the\s+(?:rest|others?)(?:\s+(?:of\s+it|though))?|nothing\s+else|(?:only|just)\s+th(?:at|is)(?:\s+one)?"
    r"|the\s+(?:rest|others?)\s+(?:can\s+|should\s+|may\s+)?stays?|(?:de[nr]|das|die)\s+(?:rest|ander(?:e|en))\s+(?:nicht|behalten|(?:kann|darf|soll)?\s*bleib(?:t|en)(?:\s+(?:kann|darf|soll))?)"
    r"|(?:behalte?|lass)\s+(?:de[nr]|das|die)\s+(?:rest|ander(?:e|en))|sonst\s+(?:aber\s+)?nichts|nur\s+das|lo\s+demás\s+(?:no|se\s+queda)|el\s+resto\s+(?:no|se\s+queda)"
    r"|nada\s+más|solo\s+eso|pas\s+le\s+reste|le\s+reste\s+(?:non|reste)|rien\s+d['’]autre|de\s+rest\s+niet|il\s+resto\s+no|o\s+resto\s+não"
    r")[)\s.!]*$",
    re.IGNORECASE,
)


# "About the cabin: forget …".
_ABOUT_WHAT = lazily(
    r"^\W*(?:about|re|regarding|concerning|wegen|zu[mr]?|sobre|à\s+propos\s+d[eu])\s+[^:,.;!?]{2,40}:\s+(?=\S)",
    re.IGNORECASE,
)


def after_subject(said: str) -> str:
    """A request with blanks for what it says first to be about: "about the cabin: forget …"."""
    return _ABOUT_WHAT.sub(lambda found: " " * len(found.group()), said)


def without_the_rest(said: str) -> str:
    """A request without that nothing but what it names is to go."""
    return _NOTHING_ELSE.sub("", said)


def without_reason(said: str) -> str:
    """A message without why it asks, where that follows."""
    found = _REASON.search(said)
    return said[: found.start()] if found else said


def without_tag(said: str) -> str:
    """A message that is no question, though it ends in one: "…, gell?", "…, would you?"."""
    return _TAG.sub("", said)


def leading(words: str) -> int:
    """How many characters of politeness a topic begins with."""
    found = _LEADING.match(words)
    return found.end() if found else 0


def only_topic(words: str) -> str:
    """A topic without what was said after it, unless nothing would be left."""
    for pattern in (_REASON, _TAIL, _ASIDE, _ALSO, _CONCERNS):
        left = pattern.sub("", words)
        words = left if left.strip(" ,.;!") else words
    return words


# "Priya has moved out, wipe everything about her": by whom a pronoun stands for.
_THEM = (
    r"(?:(?:about|on|of|concerning|regarding)\s+(?:him|her|them)"
    r"|(?:über|von|zu|an)\s+(?:ihn|ihm|den|dem|sie|ihr|die|der)"
    r"|zu\s+(?:seiner|ihrer)\s+person"
    r"|(?:de|sobre)\s+(?:él|ella)|lo\s+suyo"
    r"|sur\s+(?:lui|elle)|(?:le|la|les)\s+concerne)\b(?!\s+(?-i:[A-ZÄÖÜ]))"
)
_ALL = (
    r"\b(?:everything|anything|all|whatever|nothing|stuff|info\w*|alles|etwas|was|nichts|sämtliche\w*"
    r"|todo|nada|tout|rien)\b"
)
_ABOUT_THEM = lazily(
    rf"{_ALL}[^,;.!?]{{0,40}}?\b{_THEM}|\b{_THEM}[^,;.!?]{{0,40}}?{_ALL}",
    re.IGNORECASE,
)
_OF_MEN = frozenset("him ihn ihm den dem seiner él lui".split())
_OF_WOMEN = frozenset("her sie ihr die der ihrer ella elle".split())
_SOMEBODY = ("person", "pet")


def of_whom(said: str, topic: Span | None) -> Span | None:
    """Where stands of whom all is to go, if a request tells that by a pronoun alone.

    None where it does not, or where its `topic` names somebody else.
    """
    found = _ABOUT_THEM.search(said)
    if found is None:
        return None
    told = [each for each in names_in(said) if each.type in _SOMEBODY]
    before = [each for each in told if each.stop <= found.start()]
    words = set(found.group().lower().split())
    gender = "m" if words & _OF_MEN else "f" if words & _OF_WOMEN else ""
    one = next((each for each in before if _may_be(each, gender)), None)
    if one is None:
        return None
    others = [each for each in told if each != one]
    if topic and any(each.start < topic.stop and topic.start < each.stop for each in others):
        return None
    return Span(one.start, one.stop)


def _may_be(named: NamedEntity, gender: str) -> bool:
    return not gender or named.gender in ("", gender)


# More than a name may follow the words that ask.
_GOES_ON = re.compile(r"[,;:.!?()–—]|(?:\S+\s+){5}\S")
# "The man who sold me the bike": who is meant is told by what follows.
_DESCRIBES = lazily(
    r",?\s*(?:who(?:m|se)?|which|that|der|die|das|de[nm]|deren|dessen|qu[ei]|quien|che|dat)\s"
    r"(?!(?-i:[A-ZÄÖÜ]))",
    re.IGNORECASE,
)


def goes_on(words: str) -> bool:
    """Whether what follows the words that ask may be more than what is named."""
    return _GOES_ON.search(words) is not None


def narrowed(said: str, topic: Span, named: Span | None) -> Span:
    """What is `named` within a topic, unless that takes off a clause that tells who is meant."""
    if named is None or named.start < topic.start or named.stop > topic.stop:
        return topic
    cuts = _DESCRIBES.match(said, named.start) or _DESCRIBES.match(said, named.stop)
    return topic if cuts else named
