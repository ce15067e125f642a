"""Requests to forget that name nothing: everything there is, or what was told last.

"Vergiss alles", "delete all you know about me"; "forget the last thing I told you about my car". In
nine languages.
"""

import re

from memories.text import Span, lazily

_PLEASE = (
    r"[¿¡\s]*(?:(?:please|pls|ok(?:ay)?|so|and|now|hey|just|bitte|und|also|dann|jetzt|por\s+favor|alsjeblieft|per\s+favore|proszę"
    r"|s['’]il\s+(?:te|vous)\s+pla[iî]t)[,!]?\s+)*"
    r"(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?|i\s+want\s+you\s+to\s+|(?:kannst|könntest|würdest)\s+du\s+(?:bitte\s+)?"
    r"|(?:puedes|podrías|peux-tu|pourrais-tu|puoi|potresti|(?:kun|kan)\s+je|możesz|podes|pode)\s+)?"
)
_VERB = (
    r"(?:forget|delete|erase|remove|wipe|clear|unlearn|vergiss|vergesst|lösche?|streiche?|entferne?|olvida|borra|elimina|olvídate\s+de"
    r"|oublie|efface|supprime|dimentica|cancella|esquece|esqueça|apaga|apague|vergeet|wis|verwijder"
    r"|zapomnij|usuń|skasuj|olvidar|borrar|oublier|effacer|dimenticare|cancellare|esquecer|apagar)"
)
_MILD = (
    r"(?:\s+(?:bitte|mal|doch|einfach|jetzt|please|now|just|about|wieder|komplett|completely|ya))*"
)
_AFTER = (
    r"(?:,?\s+(?:please|pls|now|again|bitte|wieder|jetzt|löschen|vergessen|por\s+favor|s['’]il\s+(?:te|vous)\s+pla[iî]t|per\s+favore"
    r"|alsjeblieft|proszę|completely|komplett|aus\s+deinem\s+gedächtnis|from\s+your\s+memory))*[\s.!?]*$"
)
_OF_ME = (
    r"(?:\s*,?\s*(?:that\s+|was\s+|what\s+|que\s+|che\s+|wat\s+|co\s+|lo\s+que\s+|ce\s+que\s+|o\s+que\s+)?"
    r"(?:you\s+(?:know|have|remember|learned|stored|saved)|i(?:['’]ve|\s+have)?\s+(?:ever\s+)?(?:told\s+you|said)|du\s+(?:weißt|hast|kennst)"
    r"|ich\s+(?:dir\s+)?(?:je\s+)?(?:gesagt|erzählt)\s+habe|sabes|tu\s+sais|sai|je\s+weet|wiesz|sabes))?"
    r"(?:\s+(?:about\s+(?:me|us|myself)|on\s+me|über\s+mich|von\s+mir|zu\s+mir|sobre\s+mí|de\s+mí|sur\s+moi|su\s+di\s+me|di\s+me"
    r"|over\s+mij|sobre\s+mim|o\s+mnie))?(?:\s+(?:weißt|hast|gespeichert\s+hast))?"
)
_ALL = (
    r"(?:everything|all(?:\s+of\s+(?:it|that|this))?|(?:all\s+)?(?:of\s+)?(?:my|your)\s+(?:whole\s+)?(?:memor(?:y|ies)|data)|the\s+whole\s+memory"
    r"|alles(?:,?\s+was\s+du\s+(?:über|von|zu)\s+(?:mich|mir)\s+(?:weißt|hast|gespeichert\s+hast))?|(?:alle\s+)?(?:meine|deine)\s+(?:daten|erinnerungen)|dein\s+(?:ganzes\s+)?gedächtnis"
    r"|todo|tout|tutto|tudo|wszystko|toda\s+tu\s+memoria|toute\s+ta\s+mémoire)"
)
ALL = lazily(
    rf"^{_PLEASE}(?:{_VERB}{_MILD}\s+{_ALL}{_OF_ME}|{_ALL}{_OF_ME}\s+(?:bitte\s+)?(?:löschen|vergessen)){_AFTER}",
    re.IGNORECASE,
)
_SAID_EN = r"(?:i(?:['’]ve|\s+have)?\s+(?:just\s+)?(?:told\s+you|said|mentioned|wrote|shared))"
_SAID_DE = r"(?:gesagt|erzählt|geschrieben|erwähnt)\s+(?:habe?|hatte)"
LAST = lazily(
    rf"^{_PLEASE}{_VERB}{_MILD}\s+(?:"
    rf"(?:that|the|my|this)\s+(?:very\s+)?last\s+(?:thing|one|bit|message|sentence|part|fact|memory)?\s*(?:that\s+)?(?:{_SAID_EN})?"
    r"(?:\s+(?:about|on|of|regarding)\s+(?P<en>\S.*?))?"
    rf"|what\s+{_SAID_EN}\s+(?:last|just\s+now)(?:\s+(?:about|on|of)\s+(?P<en2>\S.*?))?"
    rf"|(?:das|den|die|meine[n]?)\s+(?:aller)?letzte[nrs]?(?:\s+(?:sache|satz|nachricht|ding|erinnerung|info))?,?(?:\s*(?:das|was|die|den)\s+ich(?:\s+dir)?(?:\s+(?:über|von|zu)\s+(?P<de>\S.*?))?\s+{_SAID_DE}|\s+(?:über|von|zu)\s+(?P<de2>\S.*?))?"
    rf"|,?\s*was\s+ich(?:\s+dir)?\s+(?:zuletzt|als\s+letztes)(?:\s+(?:über|von|zu)\s+(?P<de3>\S.*?))?\s+{_SAID_DE}"
    r"|lo\s+último(?:\s+que\s+(?:te\s+)?(?:dije|conté|he\s+dicho|he\s+contado))?(?:\s+(?:sobre|de)\s+(?P<es>\S.*?))?"
    r"|la\s+dernière\s+chose(?:\s+que\s+je\s+t['’]ai\s+dite?)?(?:\s+(?:sur|de|à\s+propos\s+de)\s+(?P<fr>\S.*?))?"
    r"|l['’]ultima\s+cosa(?:\s+che\s+(?:ti\s+)?ho\s+detto)?(?:\s+(?:su|di|del|della)\s+(?P<it>\S.*?))?"
    r"|a\s+última\s+coisa(?:\s+que\s+(?:te\s+|lhe\s+)?(?:disse|contei))?(?:\s+(?:sobre|de|do|da)\s+(?P<pt>\S.*?))?"
    r"|(?:het|dat)\s+laatste(?:\s+(?:wat|dat)\s+ik\s+(?:je\s+)?(?:zei|vertelde|heb\s+(?:gezegd|verteld)))?(?:\s+over\s+(?P<nl>\S.*?))?"
    r"|(?:o\s+)?ostatni(?:ą|ej)\s+rzecz(?:y)?(?:,?\s+(?:którą|o\s+której)\s+(?:ci\s+)?(?:mówił[ea]m|powiedział[ea]m))?(?:\s+o\s+(?P<pl>\S.*?))?"
    rf"){_AFTER}",
    re.IGNORECASE,
)


def last_told(said: str) -> Span | None:
    """Where a request to forget what was told last names what it was about; empty for anything.

    None where it is no such request.
    """
    match = LAST.match(said)
    if match is None:
        return None
    group = next((name for name, words in match.groupdict().items() if words), None)
    return Span(*match.span(group)) if group else Span(0, 0)
