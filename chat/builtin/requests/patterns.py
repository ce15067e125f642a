"""The patterns of requests to forget, in four languages; the others are in by_language.py."""

import re

from chat.builtin.requests import by_language
from chat.builtin.requests.topic import LEADING, without_tag
from memories.text import identifiers, lazily, politeness

_POLITE = politeness.politely(
    r"would\s+(?:you|ye|ya)\s+ever\s+(?=forget|delete)",
    r"(?:let['’]?s|can\s+we)\s+(?:just\s+)?(?=forget\s+(?!(?:about\s+)?(?:it|that|this)[\s.!?]*$))",
    r"would\s+you\s+mind\s+(?=forgetting|not\s)",
)
_FORGET = (
    r"(?:forget(?:ting)?|(?:vergessen|löschen|streichen|entfernen)\s+sie|olv[ií]dese(?:\s+del?)?|(?:olvide|borre|elimine)(?=\s)|unlearn|wipe|don['’]?t\s+(?:remember|keep|store|save|hold\s+on\s+to)|do\s+not\s+(?:remember|keep|store)"
    r"|not\s+(?:remembering|keeping|storing|saving|(?:remember|keep|store)(?=\s+(?:that|my|our|when|where|what|who|how)\b))|un-?remember|nicht\s+(?:behalten|speichern|merken)|merke?\s+dir\s+(?:bitte\s+)?nicht(?:\s+mehr)?"
    r"|(?:there['’]?s\s+|you\s+have\s+)?no\s+need\s+(?:for\s+you\s+)?to\s+(?:remember|keep(?=\s+(?:what|where|when|who|how|which)\b))|behalte?\s+(?:bitte\s+)?nicht"
    r"|stop\s+remembering|vergiss|vergessen(?=,)|vergesse|vergesst|lösche?|streiche?|entferne?"
    r"|olv[ií]d(?:a(?:te|r)?)(?:\s+de)?|borrar?|eliminar?|no\s+(?:recuerdes|guardes|recordar|guardar)"
    r"|oubli(?:e[rz]?)|effacer?|supprimer?)"
)
# These ask for other things too: they need "everything", "your memory", an identifier, or
# something that can only be known.
_REMOVE = (
    r"(?:delete|erase|remove|drop|scrap|ditch|strike|purge|lose(?=\s+(?:the|that)\s+(?:thing|bit|part|stuff)\b)|nix(?=\s+(?:my|our|the)\b)"
    r"|get\s+rid\s+of)"
)
# What is known, and no thing: "my blood type", "the nursery's door code", "where I live".
KNOWLEDGE = lazily(
    r"^(?:(?:(?:the|that)\s+)?(?:bit|part|thing|stuff|note|info(?:rmation)?|detail)s?\s+(?:about|on|with|regarding)\s+(?P<of>\S.*)"
    r"|(?:what|where|when|who|how|which|why)\s+(?:i|i['’]\w+|we|my|our|the|he|she|they)\b.+"
    r"|(?:(?:the|my|our|his|her)\s+)?(?:[\w'’-]+\s+){0,4}?(?:numbers?|codes?|(?:e-?mail\s+)?address(?:es)?|e-?mail|phone"
    r"|birthday|dates?|passwords?|pin|plates?|blood\s+(?:type|group)|salary|pay|wages?|rent|weight|height"
    r"|(?:\w+\s+)?size|age|diagnosis|iban)\b(?!\s+(?:off|by|round|from|column|row|field|app)\b).*"
    r"|(?:\S+\s+){0,2}(?-i:[^\W\d_a-z])[\w'’-]*\s+thing)$",
    re.IGNORECASE | re.DOTALL,
)
_ALL = (
    r"(?P<all>(?:every|any|all|each)\s+(?:mention|trace|reference)s?\s+(?:of|to)\s+|(?:everything|all|anything|whatever|alles|todo(?:\s+lo(?=\s+de\s))?|tout)\b(?:\s+(?:that\s+)?"
    r"(?:you\s+(?:know|remember|have|hold|keep|kept|stored?|saved?|got)|i(?:['’]ve|\s+have)?\s+(?:ever\s+)?(?:said|told\s+you)"
    r"|there\s+is|das?|was\s+(?:du\s+weißt|ich\s+(?:gesagt|erzählt)\s+habe)"
    r"|lo\s+que\s+(?:sabes|sepas|te\s+(?:dije|conté))|ce\s+que\s+(?:tu\s+sais|je\s+t['’]ai\s+dit)))?"
    r"\s*,?\s*(?:(?:that|which)\s+(?:has|is)\s+(?:to\s+do\s+with|about)|(?:to\s+do|concerning)\s+with"
    r"|about|on|of|regarding|concerning|around|über|zu|von|um|was\s+mit|was(?=\s.*\s(?:betrifft|angeht)\b)|sobre|acerca\s+de|sur|à\s+propos\s+de|de)?\s+)"
)
# Of these verbs too it may be asked: whether something is known tells. "Scrap the fine", "quita lo
# del casco", "lose kv91-tre".
PERHAPS = lazily(
    rf"^{_POLITE}(?:{_REMOVE}|(?:lose|bin|clear|zap)(?=\s+(?:the|my|our|that|\w*\d))|quita(?:r)?|saca(?:r)?"
    r"|enlève|enlever|raus\s+mit|weg\s+mit|never\s+mind(?:\s+about)?)\s+"
    r"(?:lo\s+del?\s+)?(?P<what>\S+(?:\s+\S+){0,7})$",
    re.IGNORECASE,
)
ALL_ABOUT = lazily(rf"{_ALL}(?=\S)", re.IGNORECASE)
_SAID = (
    r"(?:(?P<about>(?:what|the\s+things?|lo)\s+(?:that\s+|que\s+)?(?:i(?:['’]ve|\s+have)?\s+(?:said|told\s+you|mentioned)"
    r"|(?:te\s+)?(?:conté|dije|he\s+(?:dicho|contado)))\s+(?:about|on|of|regarding|sobre|de)\s+"
    r"|was\s+ich\s+(?:dir\s+)?(?:über|von|zu)\s+|lo\s+del?\s+|das\s+(?:mit|über|von|zu[mr]?)\s+"
    r"|ce\s+que\s+j['’]ai\s+dit\s+(?:sur|de|à\s+propos\s+de)\s+)|about\s+)"
)
# All of it, whatever verb: "delete what you know about Graham".
_KNOWN = (
    r"(?P<known>(?:what(?:ever)?\s+you(?:['’]ve|\s+have)?\s+(?:know|remember|got|kept|learned)?\s*"
    r"|was\s+du\s+(?:(?:weißt|hast)\s+)?|lo\s+que\s+sabes\s+)(?:about|on|of|über|von|zu|sobre|de)\s+)"
)
_THAT = (
    r"(?P<that>(?:the\s+fact\s+)?that\s+(?!(?:one|memory|thing|bit|part|stuff|date|story|business|info"
    r"|number|code)\b)|,?\s*dass\s+|qu(?:e\s+|['’]))"
)
_REQUEST = lazily(
    rf"^{_POLITE}{_FORGET}(?![\w-])\s*{LEADING}(?:{_ALL}|,?\s*{_KNOWN}|,?\s*{_SAID}|{_THAT}|,\s*)?(?P<what>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_REMOVAL = lazily(
    rf"^{_POLITE}{_REMOVE}\s+(?:{_ALL}|{_KNOWN}|{_SAID}|{_THAT})(?P<what>\S.*)$"
    rf"|^{_POLITE}{_REMOVE}\s+(?:(?:the|your)\s+)?(?P<noun>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
# The verb at the end: "everything on Hexagon should go", "Café Linde bitte vergessen". Who tells
# what they have forgotten says no "please".
_LAST = lazily(
    rf"^{_POLITE}{_ALL}(?P<what>\S.*?)\s+(?:(?:should|must|has\s+to|can)\s+(?:go|be\s+forgotten)"
    r"|(?:,\s*)?please\s+(?:forget|delete)(?:\s+(?:it|them|that))?|(?:soll|muss|kann)\s+(?:\w+\s+)?weg|(?:kannst\s+du\s+)?(?:bitte\s+)?(?:vergessen|löschen|streichen))[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)
# "Dass der Bernd am 19. Geburtstag hat kannst vergessen."
_THAT_LAST = lazily(
    rf"^{_POLITE}(?P<that>dass\s+)(?P<what>\S.*?),?\s+(?:kannst|könntest|darfst|solltest|sollst)\s+"
    r"(?:du\s+)?(?:(?:bitte|ruhig|wieder|jetzt|gern)\s+)*(?:vergessen|löschen|streichen)[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)
# "Was ich über Thea erzählt habe, soll weg", "my job stuff can all go".
TOLD_LAST = lazily(
    r"^(?:bitte\s+)?(?P<about>was\s+ich\s+(?:dir\s+)?(?:über|von|zum?|zur)\s+)(?P<what>\S.*?)\s+(?:gesagt|erzählt)\s+habe,?\s+"
    r"(?:(?:soll|muss|kann)\s+(?:\w+\s+)?weg|bitte\s+(?:nicht\s+(?:behalten|speichern|merken)"
    r"|vergessen|löschen|streichen))[\s.!]*$"
    r"|^(?P<last>(?:my|our|the)\s+\S.*?)\s+(?:stuff|things?|info|details)\s+can\s+(?:all\s+)?go\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_PLEASE_LAST = lazily(
    r"^bitte\s+(?P<noun>\S.*?)\s+(?:vergessen|löschen|streichen|entfernen)[\s.!]*$|^(?:könntest|kannst|würdest)\s+du\s+(?:bitte\s+)?(?P<last>\S.*?)\s+(?:vergessen|löschen)[\s.?!]*$|"
    rf"^{_THAT}?(?P<what>\S.*?)(?:,\s*|\s+)(?:bitte\s+(?:vergessen|löschen|streichen)"
    r"|(?:vergessen|löschen|streichen)\s+bitte)(?P<but>\s*,.*)?[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)
# "Das mit Trondheim kannst du streichen", "du sollst mein Gehalt vergessen", "I'd rather you didn't
# remember my weight", "quiero que olvides mi sueldo". "Den Film kannst du vergessen" praises none.
_WISHED = lazily(
    r"^(?!.*\b(?:nicht|nie|niemals|niet|nooit|auf\s+keinen\s+Fall)\b)"
    r"(?:(?P<about>das\s+(?:mit|über|von|zu[mr]?)\s+)(?P<what>\S.*?)\s+(?:kannst|darfst|solltest|sollst)\s+du\s+"
    r"(?:(?:bitte|gern|ruhig|wieder|jetzt)\s+)*(?:vergessen|löschen|streichen)"
    r"|du\s+(?:sollst|kannst|darfst)\s+(?:bitte\s+)?(?P<last>(?:mein|unser|dass|was|wo|wie|wer)\S*\s+\S.*?)\s+vergessen"
    r"|(?P<de>(?:mein|unser)\S*\s+\S.*?)\s+(?:kannst|sollst)\s+du\s+(?:(?:bitte|gern|ruhig|wieder|jetzt)\s+)*vergessen"
    r"|i(?:['’]d|\s+would)\s+(?:rather|prefer(?:\s+it\s+if)?)\s+you\s+(?:forgot|didn['’]?t\s+(?:remember|store|know))\s+(?P<en>\S.*?)"
    r"|(?:quiero|quisiera|me\s+gustaría|prefiero)\s+que\s+(?:olvid(?:es|aras)|no\s+(?:recuerdes|guardes))\s+(?P<es>\S.*?)"
    r"|(?:je\s+(?:veux|voudrais)|j['’]aimerais)\s+que\s+tu\s+oublies\s+(?P<fr>\S.*?)"
    r"|ich\s+(?:will|möchte),?\s+dass\s+du\s+(?P<wish>\S.*?)\s+vergisst)[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)
FROM_MEMORY = lazily(
    r"\s+(?:from|out\s+of|aus|de)\s+(?:your|my|the|deinem|dem|meinem|tu|la)\s+"
    r"(?:memor(?:y|ies)|records?|notes|files|gedächtnis|notizen|memoria)\b",
    re.IGNORECASE,
)
WHOLLY = lazily(
    r"(?:,?\s+(?:and|und|y)\s+(?:all\s+(?:that|of\s+it)|everything|alles|todo(?:\s+eso)?)"
    r"|,\s+(?:all\s+of\s+it|everything(?:\s+(?:you\s+(?:have|know)|there\s+is))?|alles|(?:de\s+)?todo)"
    r"|\s+(?:completely|entirely|altogether|komplett|ganz|völlig|vollständig|por\s+completo|del\s+todo))"
    r"[\s.!]*$",
    re.IGNORECASE,
)
TAIL = lazily(
    r"(?:,?\s+(?:please|pls|plz|bitte|por\s+favor|porfa|s['’]il\s+te\s+pla[iî]t|thanks|thank\s+you|danke|gracias|merci|again|now)"
    r"|,?\s+(?:erzählt|gesagt)\s+habe|\s+weißt|\s+stuff|\s+thing|\s+people|\s+business)?[\s?!.]*$",
    re.IGNORECASE,
)
BUT = lazily(
    r"(?:,\s+(?:(?:not|nicht|no)\s+(?=(?:the|my|de[nrm]|die|das|el|la)\s))"
    r"|[,;]\s+(?:keep|behalte?|lass|don['’]?t\s+forget|(?:bloß|bloss|nur|ja)\s+nicht)\s+|[,;]?\s+(?:but\s+(?:not|keep|leave|don['’]?t\s+forget)|(?:and\s+)?not(?=\s+(?:the|my|our)\s)"
    r"|except(?:\s+for)?|(?:aber|und|doch)\s+(?:nicht|lass|behalte?|ja\s+nicht|bloß\s+nicht)|außer|bis\s+auf|nicht\s+aber"
    r"|pero\s+no|menos|salvo|excepto|mais\s+pas|sauf)\s+)(?P<keep>.+?)(?:\s+(?:drin|da|stehen|in|alone|there))?$",
    re.IGNORECASE | re.DOTALL,
)
# "Vergiss das Boot, den Wagen aber nicht".
NOT_THE_OTHER = lazily(
    r"[,;]\s+(?:aber\s+)?(?P<keep>(?:de[nrm]|die|das|mein\w*|unser\w*|el|la|los|las|mis?|de|het)\s[^,;]*?)\s+(?:aber\s+)?(?:nicht|no|niet)[\s.!]*$",
    re.IGNORECASE,
)
NOT_THIS = lazily(
    r"^\s*,\s*(?:den|die|das|aber|el|la|but)?\s*(?P<keep>.*?)\s*(?:nicht|no|not)?[\s.!]*$",
    re.IGNORECASE,
)
I_MEAN = lazily(r"\s*[?.!,;]+\s+(?:i\s+mean|ich\s+meine|digo)\b.*$", re.IGNORECASE)
NOT_A_REQUEST = lazily(
    r"^(?:don['’]?t\s+forget|do\s+not\s+forget|never\s+forget|nicht\s+vergessen|no\s+olvides|n['’]oublie[rz]?\s+pas)\b"
    r"|^(?:vergiss|vergesst|vergessen\s+sie)\s+(?:bitte\s+)?nicht\b|nicht\s+(?:zu\s+)?vergessen[\s.!]*$|\bnicht\s+verg(?:isst|ißt|esst)\b"
    # "No, forget nothing!": what was offered is to stay.
    r"|\b(?:nichts|nix|niets)\s+(?:\w+\s+)?(?:vergess|lösch|streich|vergeten)\w*|\bvergiss\s+(?:\w+\s+)?(?:nichts|nix)\b"
    r"|\b(?:forget|delete|erase)\s+nothing\b|\bnothing\s+(?:is\s+)?to\s+(?:be\s+)?(?:forget|forgotten|delete)"
    r"|\bolvides\s+nada\b|\boublie[rz]?\s+rien\b|\brien\s+oublier\b",
    re.IGNORECASE,
)
# A question that asks for it: no other question is a request.
ASKS_FOR_IT = lazily(
    r"^\W*(?:(?:please|bitte|ok(?:ay)?|so|and|por\s+favor)[,!]?\s+)*(?:(?:can|could|would)\s+you"
    r"|can\s+we|(?:kannst|könntest|würdest|magst)\s+du|puedes|podrías|te\s+importaría|peux-tu|pourrais-tu"
    r"|puoi|potresti|(?:você\s+)?podes?|poderia|(?:kun|kan|wil|zou)\s+je|(?:czy\s+)?możesz|mógłbyś|mogłabyś)\b"
    r"(?!.*\b(?:things?|anything|something|stuff|was|etwas|algo|quelque\s+chose)\W*$)",
    re.IGNORECASE | re.DOTALL,
)
# What is known, named as that: "delete what you know about …", in eight languages.
_WHAT_YOU_KNOW = lazily(
    rf"^{_POLITE}(?P<known>(?:delete|erase|remove|drop|clear|wipe|get\s+rid\s+of)\s+"
    r"(?:what(?:ever)?|everything|anything|all)\s+(?:that\s+)?(?:you(?:['’]ve|\s+have)?\s+(?:got|know|"
    r"remember(?:ed)?|have|stored?|saved?|kept|learn(?:ed|t))\s+)?(?:about|on|of|regarding)|"
    r"(?:lösche?|vergiss|streiche?|entferne?),?\s+(?:bitte,?\s+)?(?:alles,?\s+)?was\s+du\s+(?:über|von|zu)|"
    r"(?:borra|elimina|olvida)\s+(?:todo\s+)?lo\s+que\s+sabes\s+(?:de|sobre)|"
    r"(?:efface|supprime|oublie)\s+(?:tout\s+)?ce\s+que\s+tu\s+sais\s+(?:de|sur)|"
    r"(?:(?:tu\s+peux|peux-tu|pourrais-tu|tu\s+pourrais)\s+)?(?:efface|supprime|oublie)r?\s+tout\s+ce\s+qui\s+concerne|"
    r"(?:cancella|elimina|dimentica)\s+(?:tutto\s+)?(?:quello|ciò)\s+che\s+sai\s+(?:di|del(?:la|lo)?|su(?:l(?:la|lo)?)?)|"
    r"(?:apaga|elimina|esquece|esqueça)\s+(?:tudo\s+)?o\s+que\s+(?:você\s+)?sabes?\s+(?:de|d[oa]|sobre(?:\s+[oa])?)|"
    r"(?:wis|verwijder|vergeet)\s+(?:alles\s+)?wat\s+je\s+(?:weet\s+)?(?:over|van)|"
    r"(?:usuń|skasuj|zapomnij)\s+(?:wszystko,?\s+)?co\s+wiesz\s+(?:o|na\s+temat))\s+"
    r"(?P<what>\S.*?)(?:\s+(?:weißt|gespeichert\s+hast|weet))?[\s?!.]*$",
    re.IGNORECASE | re.DOTALL,
)
ALL_OF_IT = lazily(
    r"\b(?:everything|anything|all|any|every|whatever|whole|entirely|alles|alle|ganze?|komplett|todo|toda?s"
    r"|tout|toutes?|tutto|tudo|wszystko)\b",
    re.IGNORECASE,
)
# "All those wedding plans".
EVERY = lazily(
    r"(?:all|alle|todos|todas|tous|toutes|tutti|tutte|wszystkie)\s+(?:of\s+)?"
    r"(?=(?:th[eo]se|the|my|our|diese|meine|unsere|die|mis|nuestr[oa]s|los|las|mes|nos|les|i|le|miei|mie|mijn|moje)\s)",
    re.IGNORECASE,
)
STATES = lazily(r"(?:the\s+fact\s+)?(?:that|dass|que|che|dat|że)\s", re.IGNORECASE)
STATES_BEFORE = lazily(r"\b(?:that|dass|que|che|dat|że)\s*$", re.IGNORECASE)
# What begins so asks for other things too: a branch or a file is deleted as well.
OF_OTHER_THINGS = lazily(
    rf"{_POLITE}(?:{_REMOVE}|(?:lose|bin|clear|zap|scrub)|quita(?:r)?|saca(?:r)?|enlève|enlever|cancella|raus\s+mit"
    r"|weg\s+mit)\s",
    re.IGNORECASE,
)


# By whatever of these words all of somebody is to go, anywhere in a message.
REMOVES = lazily(
    rf"\b(?:{_FORGET}|{_REMOVE}|clear|lose|lösch\w*|entfern\w*|borra\w*|quita\w*|efface\w*"
    # "Bin raus", "er ist weg" tells.
    r"|supprime\w*|(?<!\bbin\s)(?<!\bist\s)(?<!\bsind\s)(?<!\bwar\s)(?:raus|weg))\b",
    re.IGNORECASE,
)


# Nor are these said but of what is kept, where a message as a whole is likely to ask.
TAKES_OUT = lazily(
    r"\b(?:(?:take|throw|let)\s+(?:[\w’'-]+\s+){0,6}?(?:out|away|off|of|go)|blot\s+out|discard"
    r"|(?:vergessen|streichen|nehmen)\s+sie|bitte,?\s+vergessen|kannst\s+(?:\w+\s+)?vergessen"
    r"|(?:weg|raus|heraus)(?:werfen|schmeißen|nehmen)|(?:nimm|tu)\s.*\bheraus|acuerdes|quite"
    r"|nothing\s+(?:\w+\s+){0,4}(?:stay|remain|kept|keep|hold|retain)|need(?:n['’]t|\s+not)\s+(?:keep|hold|store|remember)"
    r"|never\s+(?:heard|told|said|mentioned)|retain|hold\s+(?:nothing|no)"
    r"|(?:nicht|nichts|nix|nie)\s+(?:mehr\s+)?(?:zu\s+)?(?:merken|wissen|speichern|behalten))\b",
    re.IGNORECASE,
)


_PATTERNS = (
    _WHAT_YOU_KNOW,
    _REQUEST,
    _REMOVAL,
    _THAT_LAST,
    TOLD_LAST,
    _LAST,
    _PLEASE_LAST,
    _WISHED,
    *by_language.FORGET,
)
# The groups of these that hold what is named.
NAMED = ("what", "last", "noun", "de", "en", "es", "fr", "wish")


def matched(said: str) -> "re.Match[str] | None":
    for pattern in _PATTERNS:
        match = pattern.match(said)
        noun = match.groupdict().get("noun") if match else None
        # "Delete the old branch" is no request to forget; "delete the number 07700 …" is.
        of_german = pattern is _PLEASE_LAST
        surely = noun and (identifiers(noun) or KNOWLEDGE.match(noun))
        if match and (not noun or of_german or surely):
            return match
    return None


def surely_asks(said: str) -> bool:
    """Whether it is a request by its words, and not merely likely one by what is learned."""
    plain = without_tag(said.strip()).rstrip("? ")
    return matched(plain) is not None or bool(REMOVES.search(plain))
