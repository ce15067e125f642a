"""Requests to remember, in eight languages: "Remember that …", "Merk dir: …", "Add to memory: …".

Where a verb also asks for other things ("note", "guarda"), it counts with "that" or a colon only.
"""

import re

from chat.builtin.requests.learned.tokens import plain_words
from memories.text import QUESTION_MARKS, Span, lazily, politeness

_ENGLISH = lazily(
    rf"^{politeness.POLITE}(?:(?:remember|memori[sz]e|save|store)|(?:make\s+a\s+)?note(?:\s+down)?|"
    r"write\s+down|keep\s+in\s+mind|bear\s+in\s+mind|don['’]?t\s+forget|do\s+not\s+forget|"
    r"never\s+forget)\b"
    r"(?:\s+(?:for\s+(?:me|later)|again))*(?:\s*[:,–—-]\s*|\s+)(?:(?:the\s+fact\s+)?that\b[,:]?\s*)?(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
# Asking what somebody remembers, or remembering something together, saves nothing.
_NOT_TO_REMEMBER = lazily(
    r"^(?:when|how|what|where|who|why|whether|if|the\s+(?:time|day)\s+(?:when|we)|me\b|us\b|"
    r"(?:this|that|it)\s*[.!?]*$|last\s+(?:time|year|week|summer)\b)",
    re.IGNORECASE,
)
# By language: how it is asked for, and the word that leads to what.
_ASKED = {
    "de": (
        r"(?:(?:merke?|notiere?)\s+dir|speicher[en]?|behalte?|vergiss\s+(?:bitte\s+)?nicht"
        r"|(?:kannst|könntest|würdest)\s+du\s+(?:dir\s+)?(?:bitte\s+)?(?:merken|notieren|speichern))"
        r"(?:\s+(?:bitte|mal|wieder|doch|auch|noch|einfach|jetzt))*",
        "da(?:ss|ß)",
    ),
    "es": (
        r"(?:recuerda|acuérdate|anota|apunta|guarda|memoriza|no\s+(?:te\s+)?olvides|ten\s+en\s+cuenta"
        r"|(?:puedes|podrías)\s+(?:recordar|anotar|apuntar|guardar))(?:\s+de)?",
        "que",
    ),
    "fr": (
        r"(?:souviens-toi|rappelle-toi|retiens|notez?|mémorise|enregistre|n['’]oublie\s+pas"
        r"|garde\s+en\s+mémoire|(?:peux|pourrais)-tu\s+(?:retenir|noter))",
        r"(?:que\b|qu['’])",
    ),
    "it": (
        r"(?:ricorda(?:ti)?|annota|segna(?:ti)?|memorizza|non\s+dimenticare|tieni\s+a\s+mente"
        r"|(?:puoi|potresti)\s+(?:ricordare|annotare))",
        "che",
    ),
    "pt": (
        r"(?:lembr[ae](?:-te|-se)?|anot[ae]|guard[ae]|memoriz[ae]|não\s+(?:te\s+|se\s+)?esque[cç]as?"
        r"|(?:podes|pode|poderias?)\s+(?:lembrar|anotar|guardar))(?:\s+de)?",
        "que",
    ),
    "nl": (
        r"(?:onthoud|noteer|bewaar|sla\s+op|vergeet\s+niet"
        r"|(?:kun|kan|wil)\s+je\s+(?:onthouden|noteren|opslaan))",
        "dat",
    ),
    "pl": (
        r"(?:zapamiętaj|zapisz|zanotuj|nie\s+zapomnij|(?:możesz|mógłbyś)\s+(?:zapamiętać|zapisać))",
        "że",
    ),
}
_OTHERS = tuple(
    lazily(
        rf"^{politeness.LEAD}{asked}(?:\s*[:–—]\s*|\s*,?\s*{that}[,:]?\s*)(?P<what>\S.*)$",
        re.IGNORECASE | re.DOTALL,
    )
    for asked, that in _ASKED.values()
)
# Where it is to be put, named: before what is to be remembered, or behind it.
_PUT = (
    r"(?:add|put|save|store|write|keep|enter|füge?|schreibe?|speichere?|nimm|añade|agrega|pon|guarda"
    r"|ajoute|mets|aggiungi|metti|adicion[ae]|coloc[ae]|voeg|zet|dodaj|zapisz)"
)
_MEMORY = (
    r"(?:(?:in)?to|in|into|on|auf|zu|ins|en|a|à|dans|alla|nella|na|aan|do|w)\s+"
    r"(?:(?:my|your|the|dein\w*|mein\w*|das|mi|tu|la|ma|ta|mia|tua|minha|mijn|je|mojej|swojej)\s+)?"
    r"(?:memor(?:y|ies)|gedächtnis|erinnerungen|memoria|mémoire|memória|geheugen|pamięci)"
)
_PLACED = tuple(
    lazily(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"^{politeness.POLITE}{_PUT}\s+(?:(?:this|the\s+following|bitte|dies|esto|ceci|toe)\s+)?{_MEMORY}"
        r"(?:\s+(?:hinzu|toe))?\s*(?:[:,–—-]\s*(?:that\b\s*)?|\s(?:that|dass|que|che|dat|że)\b[,:]?\s*)"
        r"(?P<what>\S.*)$",
        rf"^{politeness.POLITE}{_PUT}\s+(?:that\s+|dass\s+|que\s+)?(?P<what>(?!this\b|it\b|that\b)\S.*?),?\s+"
        rf"{_MEMORY}(?:\s+(?:hinzu|toe))?(?:,?\s+(?:please|bitte|por\s+favor))?[\s.!]*$",
    )
)
# The request behind it: "the shed code is 3815, remember that".
_BEHIND = lazily(
    r"^(?P<what>\S.+?)\s*[,.;:!–—-]\s*(?:(?:please|bitte|und|and)\s+)?"
    r"(?:(?:remember|note|save|keep)\s+(?:that|this|it)(?:\s+(?:please|for\s+me))?"
    r"|(?:don['’]?t|do\s+not)\s+forget\s+(?:that|this|it)"
    r"|(?:merke?|notiere?)\s+dir\s+(?:das|dies|es)(?:\s+(?:bitte|mal|gut))*|merk['’]?s\s+dir"
    r"|(?:recuérda|apúnta|anóta)lo|no\s+lo\s+olvides|souviens-t['’]en|ricordatelo|onthoud\s+(?:dat|het)"
    r"|zapamiętaj\s+to)(?:\s+bitte|,?\s+please)?[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)


def asked_to_remember(said: str) -> Span | None:
    """The part of a message that it asks to remember; None where it asks for nothing.

    "Do you remember …?" asks something else, and so does whatever ends as a question.
    """
    if said.rstrip().endswith(QUESTION_MARKS):
        return None
    for pattern in (*_PLACED, _ENGLISH, *_OTHERS, _BEHIND):
        if found := pattern.match(said):
            asks_else = pattern is _ENGLISH and _NOT_TO_REMEMBER.match(found["what"])
            return None if asks_else else Span(*found.span("what"))
    return None


# To what was offered to be remembered: yes, or that it is to be.
_YES = frozenset(
    "yes yeah yep yup sure ok okay please do exactly definitely absolutely ja jo jep klar gern"
    " gerne genau bitte unbedingt sí si claro vale oui certo sim graag tak proszę".split()
)
_REMEMBERS = frozenset(
    "remember keep save note store memorise memorize merk merke merken behalte behalt behalten"
    " speicher speichere speichern notier notiere notieren recuerda recuérdalo guarda guárdalo"
    " anota anótalo retiens garde enregistre ricorda ricordalo tieni tienilo onthoud bewaar"
    " zapamiętaj zapisz lembra".split()
)
_BESIDE = frozenset(
    "it that this them these those one all both i you me to want for again go ahead can should"
    " would like of course that'd be good great thanks das es dir dies den die mir mal du auch"
    " wieder alles kannst soll sollst danke lo la eso esto todo por favor ça cela le s'il te"
    " plaît merci questo quello grazie dat het to isso isto".split()
)
_LONGEST = 9  # words


def says_yes_to_it(said: str) -> bool:
    """Whether a message says nothing but yes, or that what was said before is to be remembered."""
    words = _words(said)
    return bool(words & (_YES | _REMEMBERS)) and words <= _YES | _REMEMBERS | _BESIDE


_WAS_TO_BE_KEPT = re.compile(
    r"\b(?:asked|told|wanted)\s+you\s+to\s+(?:remember|keep|save|note)\b"
    r"|\b(?:solltest|sollst)\s+(?:du\s+)?dir\b.{0,80}\bmerken\b",
    re.IGNORECASE,
)


def wants_it_kept(said: str) -> bool:
    """Whether a message wants kept what was said before it, or says that it did."""
    return asks_to_keep_it(said) or _WAS_TO_BE_KEPT.search(said) is not None


def asks_to_keep_it(said: str) -> bool:
    """Whether it also has the word for it: "yes, remember that"."""
    return says_yes_to_it(said) and bool(_words(said) & _REMEMBERS)


def _words(said: str) -> frozenset[str]:
    found = plain_words(said)
    return frozenset(found) if len(found) <= _LONGEST and "?" not in said else frozenset()
