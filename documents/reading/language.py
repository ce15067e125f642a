"""Which language a text is in: by its script, and by the little words that hold it together."""

import re
from collections import Counter

_WORD = re.compile(r"[^\W\d_]+")
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]"), 0.05),
    ("ko", re.compile("[\uac00-\ud7af\u1100-\u11ff]"), 0.2),
    ("zh", re.compile("[\u4e00-\u9fff]"), 0.2),
    ("he", re.compile("[\u0590-\u05ff]"), 0.3),
    ("el", re.compile("[\u0370-\u03ff]"), 0.3),
    ("th", re.compile("[\u0e00-\u0e7f]"), 0.3),
    ("hi", re.compile("[\u0900-\u097f]"), 0.3),
)
_SAMPLE = 60_000
_LEAST = 0.08
_DIFFERENT = 3


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LITTLE = {
    "en": _words("the of and to in is that for it was with as on be are this by have not you"),
    "de": _words("der die und das ist nicht ein zu den mit sich auf für von dem im eine auch es"),
    "fr": _words("le la les de des et est un une du dans que qui pour pas sur au avec il ne"),
    "es": _words("el la los de y que en un una es se por con las para del no su al como"),
    "it": _words("il di che la e è un una per non sono del con si i le della nel gli anche"),
    "pt": _words("o a os de e que do da em um uma para com não por as no na se mais"),
    "nl": _words("de het een en van is dat niet op te zijn voor met die er aan ook als bij"),
    "sv": _words("och att det som en på är av för med till den har inte om ett var jag"),
    "da": _words("og at det som en på er af for med til den har ikke om et var jeg der"),
    "no": _words("og at det som en på er av for med til den har ikke om et var jeg fra"),
    "fi": _words("ja on ei että se hän oli joka mutta kun niin ovat tämä myös kuin sen"),
    "pl": _words("i w nie na z się do to że jest o jak po co za od jego przez ale był"),
    "cs": _words("a se v na je že s z do o i to jako za by pro tak ale po jsem byl"),
    "hu": _words("a az és hogy nem is egy ez volt meg van de mint csak már ha el azt"),
    "ro": _words("și de a în la cu nu este un o pe că din care mai pentru sunt ce se"),
    "tr": _words("ve bir bu da de için çok ne ile gibi daha olarak var kadar sonra ama"),
    "id": _words("yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya"),
    "vi": _words("và của là không có được cho người trong một đã những với các này để"),
    "ru": _words("и в не на что я с он как это по но к у из за так же от она был"),
    "uk": _words("і в не на що я з він як це по але до у за так від вона був та є"),
    "bg": _words("и в не на че се да от за с е като по са си това но ще беше"),
    "ar": _words("في من على إلى أن عن هذا كان التي الذي ما هذه مع لا هو بعد كل"),
    "fa": _words("و در به از که این است را با برای آن یک خود تا می بر هم شد"),
}


def language_of(text: str) -> str:
    """The language's two letters, or "" where the text does not tell."""
    sample = text[:_SAMPLE]
    letters = sum(character.isalpha() for character in sample)
    if not letters:
        return ""
    for name, script, share in _SCRIPTS:
        if len(script.findall(sample)) > share * letters:
            return name
    words = [word.lower() for word in _WORD.findall(sample)]
    counts = Counter(words)
    shares = {
        name: sum(counts[word] for word in little) / max(1, len(words))
        for name, little in _LITTLE.items()
    }
    best = max(shares, key=lambda name: shares[name])
    known = sum(counts[word] > 0 for word in _LITTLE[best])
    return best if known >= _DIFFERENT and shares[best] > _LEAST else ""
