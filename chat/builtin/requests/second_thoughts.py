"""Second thoughts right after something was forgotten: "no wait, keep it", "halt, doch nicht".

Told by the words alone: each of a short message's is one of halting, keeping, denying or
politeness, and one at least is of the first two. In nine languages.
"""

import re

from chat.builtin.requests.learned.tokens import plain_words

# With these somebody stops what was begun, or takes it back.
_HALTS = frozenset(
    "wait stop hold actually oops whoops undo halt stopp warte wart moment doch lieber quatsch"
    " espera espere para attends attendez stop aspetta ferma wacht czekaj stój aguarda".split()
)
# What was to go is to stay.
_KEEPS = frozenset(
    "keep leave remember behalt behalte behalten lass lasse bleiben bleibt bleib soll merk merke"
    " drin guarda guárdalo quédatelo déjalo mantenlo garde gardez garde-le laisse conserve tieni"
    " tienilo lascia lascialo houd bewaar laat staan zostaw zachowaj mantém deixa guarda-o".split()
)
_DENIES = frozenset("no not don't dont nope nah nein nicht nee net non pas não nie niet".split())
_BESIDE = frozenset(
    "i you it that this them one all after rather do did didn't didnt want to mean meant forget on"
    " a the sec second minute please sorry mind changed my instead again in there memory back"
    " das es dies die den dir ich du bitte mal jetzt wieder einen alles so wollte meinte mir"
    " ah oh vergiss vergessen anders überlegt hab habe hatte ja na ach ok okay hm hmm"
    " lo la eso esto mejor por favor sí quiero le ça cela si quand même finalement plaît te s'il"
    " questo quello invece het dat toch maar even to proszę jednak isso isto afinal melhor"
    " yes yeah well".split()
)
# Without a word that halts or keeps, these say it: "doch nicht", "not after all".
_SAYS_SO = re.compile(
    r"\b(?:doch\s+(?:nicht|net)|not\s+after\s+all|(?:i['’]?ve\s+)?changed\s+my\s+mind|mejor\s+no"
    r"|finalement\s+non|toch\s+niet|jednak\s+nie|anders\s+überlegt|meglio\s+di\s+no|melhor\s+não)\b",
    re.IGNORECASE,
)
_LONGEST = 9


def has_second_thoughts(said: str) -> bool:
    """Whether a message says nothing but that what was asked for last is not to be."""
    words = plain_words(said)
    if not words or len(words) > _LONGEST or "?" in said:
        return False
    known = _HALTS | _KEEPS | _DENIES | _BESIDE
    if not all(word in known for word in words):
        return False
    if _SAYS_SO.search(said):
        return True
    keeps = any(word in _KEEPS for word in words)
    halts = any(word in _HALTS for word in words)
    denies = any(word in _DENIES for word in words)
    return keeps or (halts and denies)


def is_halting(said: str) -> bool:
    """Whether it stops what was done, and does not only say of what was offered that it stays."""
    return bool(_HALTS.intersection(plain_words(said))) or bool(_SAYS_SO.search(said))
