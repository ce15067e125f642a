"""Requests to forget in Italian, Portuguese, Dutch and Polish; and in all but English to correct,
to forget what was just said, and to tell what is known.

Those in German, Spanish and French stand with the English ones in forget.py and intent.py,
"remember" in eight languages in remember.py.
"""

import re
from dataclasses import dataclass

from memories.text import lazily


@dataclass(frozen=True)
class _Words:
    """How a language asks: parts of patterns.

    A verb that asks for other things too (`remove`) is a request where what is known is named
    (`known`); else it asks whether something is.
    """

    please: str
    # "Can you", "I want you to", before an infinitive or what stands in its place.
    can: str
    forget: str
    # What follows `can`.
    forgetting: str
    remove: str
    # "Everything (that I said) about", the same after a verb of `remove`; "what I said about";
    # "that".
    everything: str
    known: str
    about: str
    that: str


_LANGUAGES = (
    _Words(
        please=r"(?:per\s+favore|per\s+piacere|ti\s+prego)",
        can=r"(?:puoi|potresti|devi|vorrei\s+che|voglio\s+che)",
        forget=r"(?:dimentica|scorda|(?:dimentica|scorda)ti(?:\s+(?:di|del(?:la|lo)?))?|non\s+ricordare|non\s+memorizzare)",
        forgetting=r"(?:dimenticar(?:e|ti)|scordar(?:e|ti)|dimenticassi|dimentichi|cancellare)",
        remove=r"(?:cancell(?:a|i)|elimin(?:a|i)|rimuovi|togli)",
        everything=r"tutto(?:\s+(?:quello|ciò)\s+che\s+(?:sai|ti\s+ho\s+(?:detto|raccontato)))?\s+"
        r"(?:riguardo\s+a(?:l(?:la)?)?\s+|(?:su|d)(?:i|e?l(?:la|lo)?|gli|ei)?\s+|(?:su|de)ll['’]|su\s+)",
        known=r"tutto\s+(?:(?:quello|ciò)\s+che\s+sai\s+)?su(?:l(?:la|lo)?\s+|\s+|ll['’])",
        about=r"(?:(?:quello|ciò)\s+che\s+(?:ti\s+)?ho\s+(?:detto|raccontato)|la\s+(?:cosa|storia|faccenda))\s+"
        r"(?:(?:su|d)(?:i|e?l(?:la|lo)?)?\s+|(?:su|de)ll['’]|con\s+)",
        that=r"che\s+",
    ),
    _Words(
        please=r"(?:por\s+favor|se\s+faz\s+favor)",
        can=r"(?:(?:você\s+)?pode(?:s|ria)?|podias|gostava\s+que|(?:quero|queria)\s+que)",
        forget=r"(?:esquece(?:-te)?|esqueça(?:-se)?|não\s+(?:te\s+)?lembres?|não\s+memorizes?)(?:\s+d[eoa])?",
        forgetting=r"(?:esquecer|esqueças?|esquecesses?|apagar|apagues?)(?:\s+de)?",
        remove=r"(?:apag(?:a|ue)|elimin(?:a|e)|remov[ea])",
        everything=r"tudo(?:\s+o\s+que\s+(?:(?:você\s+)?sabes?|(?:eu\s+)?(?:te\s+|lhe\s+)?(?:disse|contei)))?\s+"
        r"(?:sobre(?:\s+[oa]s?)?|acerca\s+d[eoa]s?|d[eoa]s?)\s+",
        known=r"tudo\s+(?:sobre(?:\s+[oa]s?)?|acerca\s+d[eoa]s?)\s+",
        about=r"(?:o\s+que\s+(?:eu\s+)?(?:te\s+|lhe\s+)?(?:disse|contei)|a\s+(?:coisa|história))\s+"
        r"(?:sobre(?:\s+[oa]s?)?|acerca\s+d[eoa]s?|d[eoa]s?|com)\s+",
        that=r"que\s+",
    ),
    _Words(
        please=r"(?:alsjeblieft|alstublieft|graag)",
        can=r"(?:(?:kun|kan|wil|zou)\s+je|je\s+(?:mag|moet)|ik\s+wil\s+dat\s+je)",
        forget=r"(?:vergeet(?!\s+het\s+maar\b)|onthoud\s+niet(?:\s+(?:meer|langer))?)(?:\s+maar)?",
        forgetting=r"(?:vergeten)",
        remove=r"(?:wis|verwijder|schrap)",
        everything=r"alles(?:\s+wat\s+(?:je\s+weet|ik\s+(?:heb\s+)?(?:gezegd|verteld)))?\s+(?:over|van|rond)\s+",
        known=r"alles\s+over\s+",
        about=r"(?:wat\s+ik\s+(?:je\s+)?(?:heb\s+)?(?:gezegd|verteld|zei)\s+(?:over|van)|dat\s+(?:over|met)|het\s+(?:verhaal|gedoe)\s+(?:over|met))\s+",
        that=r",?\s*dat\s+(?!over\b|met\b)",
    ),
    _Words(
        please=r"(?:proszę)",
        can=r"(?:(?:czy\s+)?(?:możesz|mógłbyś|mogłabyś)|(?:chcę|chciał(?:a)?bym),?\s+żebyś)",
        forget=r"(?:zapomnij|nie\s+zapamiętuj)",
        forgetting=r"(?:zapomnieć|zapomniał(?:a)?|usunąć|skasować)",
        remove=r"(?:usuń|skasuj|wykasuj|wykreśl|wymaż)",
        everything=r"wszystk(?:o|im|iego)(?:,?\s+co\s+(?:wiesz|(?:ci\s+)?(?:mówił[ea]m|powiedział[ea]m)))?\s+(?:o|na\s+temat|dotyczące)\s+",
        known=r"wszystko\s+(?:o|na\s+temat)\s+",
        about=r"(?:to|o\s+tym),?\s+co\s+(?:ci\s+)?(?:mówił[ea]m|powiedział[ea]m)\s+(?:o|na\s+temat)\s+",
        that=r"(?:o\s+tym)?,?\s*że\s+",
    ),
)
# "She always forgets the keys", "forget to …": the same forms tell of forgetting.
_TELLS = (
    r"(?!\s+(?:sempre|spesso|mai|ogni|di\s+\w+[aei]re|niente|nulla|tutto\s+(?:il\s+)?tempo|nunca|altijd|vaak|nooit"
    r"|zawsze|często|nigdy)\b)"
)


def _requests(words: _Words) -> "re.Pattern[str]":
    led = rf"(?P<all>{words.everything})|(?P<about>{words.about})|(?P<that>{words.that})"
    asked = (
        rf"(?:(?:{words.please},?\s+)?{words.forget}{_TELLS}|{words.can}\s+(?:{words.please}\s+)?{words.forgetting})"
        rf"(?![\w-])\s*(?:{words.please}\s+)?(?:,\s*)?(?:{led})?(?:o\s+(?=\w))?"
        rf"|(?:{words.please},?\s+)?{words.remove}\s+(?P<known>{words.known})"
    )
    return lazily(
        rf"^(?:{asked})(?P<what>\S.*?)(?:,?\s+{words.please})?[\s.!?]*$", re.IGNORECASE | re.DOTALL
    )


# "Kun je mijn adres vergeten?": the verb stands at the end.
_DUTCH = lazily(
    r"^(?:(?:kun|kan|wil|zou)\s+je|je\s+(?:mag|moet)|ik\s+wil\s+dat\s+je)\s+(?:alsjeblieft\s+)?"
    r"(?P<all>alles\s+(?:wat\s+je\s+weet\s+)?over\s+)?(?P<that>dat\s+)?(?P<what>(?!.*\b(?:niet|nooit)\b)\S.*?)\s+"
    r"(?:vergeten|vergeet|wissen|wist|verwijderen|verwijdert)[\s.!?]*$"
    r"|^(?:onthoud|bewaar)\s+(?P<last>\S.*?)\s+niet(?:\s+(?:meer|langer))?[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)
FORGET = (*map(_requests, _LANGUAGES), _DUTCH)
# With what else may be meant than what is known: whether something is tells.
REMOVE = tuple(
    lazily(
        rf"^(?:{words.please},?\s+)?{words.remove}\s+(?P<what>\S+(?:\s+\S+){{0,7}}?)(?:,?\s+{words.please})?$",
        re.IGNORECASE,
    )
    for words in _LANGUAGES
)
# Dutch denies at the end: "Vergeet je sleutels niet".
KEEP = lazily(
    r"^(?:alsjeblieft\s+)?vergeet\b(?:\s+(?:alsjeblieft|me))?(?:\s+niet\b|.*\b(?:niet|nooit)[\s.!]*$)",
    re.IGNORECASE | re.DOTALL,
)
# What was just said: "oublie ça", "dimenticalo", "vergeet dat". "Vergeet het maar" is a no.
FORGET_LAST = lazily(
    r"^(?:(?:s['’]il\s+(?:te|vous)\s+pla[iî]t|per\s+favore|por\s+favor|alsjeblieft|proszę|bitte|nein|non|no),?\s+)?"
    r"(?:(?:oublie|efface|supprime)(?:[sz]|r)?(?:-le|\s+(?:ça|ca|cela|ce\s+que\s+je\s+viens\s+de\s+dire))"
    r"|(?:dimentica|cancella)(?:lo|\s+(?:questo|quello|ciò)(?:\s+che\s+ho\s+(?:appena\s+)?detto)?)"
    r"|(?:esquece|esqueça|apaga|apague)(?:-o|\s+(?:isso|isto|o\s+que\s+(?:eu\s+)?(?:acabei\s+de\s+dizer|disse)))"
    r"|(?:vergeet|wis|verwijder)\s+(?:dat|dit|wat\s+ik\s+(?:net\s+)?zei)(?:\s+weer)?"
    r"|(?:zapomnij\s+o\s+tym|(?:usuń|skasuj)\s+to)"
    r"|(?:lösche?|streiche?|vergiss)\s+(?:das|dies)(?:\s+(?:bitte|wieder))*"
    r"|vergiss,?\s+was\s+ich\s+(?:gerade|eben)\s+gesagt\s+habe"
    r"|(?:borra|elimina)(?:lo|\s+(?:eso|esto))|olvida\s+lo\s+que\s+acabo\s+de\s+decir)"
    r"(?:,?\s+(?:s['’]il\s+(?:te|vous)\s+pla[iî]t|per\s+favore|por\s+favor|alsjeblieft|proszę|bitte))?[\s.!]*$",
    re.IGNORECASE,
)
# What is known of somebody or something, and of oneself.
ABOUT = lazily(
    r"^[¿\s]*(?:(?:que|qu['’]est-ce\s+que)\s+(?:sais-tu|tu\s+sais|te\s+rappelles-tu|tu\s+te\s+rappelles|retiens-tu)\s+"
    r"(?:sur\s+|à\s+propos\s+de\s+|au\s+sujet\s+de\s+|d(?:e(?:\s+la|\s+l['’]|s)?|u)\s+|d['’])(?P<a>.+)"
    r"|(?:che\s+)?cosa\s+(?:sai|ricordi|ti\s+ricordi)\s+(?:(?:su|d)(?:i|e?l(?:la|lo)?)?\s+|(?:su|de)ll['’])(?P<b>.+)"
    r"|(?:o\s+)?que\s+(?:é\s+que\s+)?(?:você\s+)?(?:sabes?|lembras?|te\s+lembras)\s+(?:sobre(?:\s+[oa])?|d[eoa]|acerca\s+d[eoa])\s+(?P<c>.+)"
    r"|wat\s+(?:weet|herinner)\s+je\s+(?:je\s+)?(?:nog\s+)?(?:over|van)\s+(?P<d>.+)"
    r"|co\s+(?:wiesz|pamiętasz)\s+(?:o|na\s+temat)\s+(?P<e>.+)"
    r"|(?:woran|was)\s+erinnerst\s+du\s+dich\s+(?:bei|über|zu|von)\s+(?P<f>.+)"
    r"|(?:qué|que)\s+(?:recuerdas|te\s+acuerdas)\s+(?:sobre|de|acerca\s+de)\s+(?P<g>.+))$",
    re.IGNORECASE | re.DOTALL,
)
ABOUT_ME = lazily(r"^(?:mich|mir|m[ií]|moi|me|mim|mij|mnie)[\s?.!]*$", re.IGNORECASE)
# What a statement begins with that corrects one: who or what it is about.
_STATES = (
    r"(?=(?:ich|wir|mein\w*|unser\w*|er|sie|je|j['’]|mon|ma|mes|nous|notre|nos|il|elle|ik|wij|mijn|onze?|hij|zij"
    r"|eu|nós|(?:o\s+)?meu|(?:a\s+)?minha|moro|trabalho|vivo|chamo|tenho|sou|é\b|ele|ela|ja|mój|moja|moje|mieszkam"
    r"|pracuję|jestem|mam|on|ona|yo|mi|mis|nuestr\w+|soy|trabajo|tengo|io|il\s+mio|la\s+mia|lavoro|sono|ho|abito"
    r"|lui|lei)\b)"
    r"(?!ma\s+(?:lo|la|li|le|non|io)\b)(?!(?:ich|eu|ik|ja|je|j['’])\s*(?:wei(?:ß|ss)|glaube|denke|meine\s+nur|ne\s+sais|sais|crois|pense|sei|acho|não\s+sei"
    r"|weet|denk|geloof|nie\s+wiem|myślę|habe\s+keine\s+ahnung)\b)"
)
# Or it says what is not so, and what is: "das Auto ist nicht blau, sondern grau".
_CONTRASTS = (
    r"(?=[^.!?]*\b(?:nicht|kein\w*)\s[^.!?]*\bsondern\b|[^.!?]*\bno\s[^.!?]*\bsino\b"
    r"|[^.!?]{1,60}\bist\s+nicht\s+(?:mein|unser)\w*\s+\w+,)"
)
# "Nein, um 19 Uhr", "nein, lieber am Freitag", "no, a las ocho": a time and nothing else.
_ANOTHER_TIME = (
    r"(?=(?:(?:lieber|doch|erst|besser|ich\s+meint?e|sagen\s+wir|mejor|digamos|plutôt|meglio|melhor|liever)\s+)*"
    r"(?:um|am|gegen|erst\s+(?:um|am)|a\s+las?|el|à|alle|às|om|o)\s+[^\s,;]+(?:\s+[^\s,;]+){0,3}[\s.!]*$)"
)
# "Nein, ich wohne in Bath", "Das stimmt nicht mehr: …". What is only said not to be so, or by whom,
# corrects nothing.
CORRECT = lazily(
    r"^(?:(?:nein|nee|nö|non|não|nie|no)(?:\s*[,:;!]+\s*|\s+[–—-]+\s+)"
    r"(?:(?:eigentlich|en\s+fait|de\s+hecho|in\s+realtà|na\s+verdade|eigenlijk|właściwie),?\s+)?"
    r"|(?:(?:das|es)\s+(?:stimmt\s+(?:so\s+)?nicht(?:\s+mehr)?|ist\s+(?:falsch|veraltet))"
    r"|c['’]est\s+faux|ce\s+n['’]est\s+(?:pas|plus)\s+(?:vrai|juste|exact)"
    r"|(?:eso\s+)?(?:no\s+es\s+(?:así|verdad|cierto|correcto)|ya\s+no\s+es\s+(?:así|verdad|cierto)|es\s+falso)"
    r"|non\s+è\s+(?:più\s+)?(?:vero|così|giusto)|è\s+sbagliato"
    r"|(?:isso\s+)?(?:não\s+é\s+(?:verdade|assim)|já\s+não\s+é\s+(?:verdade|assim)|está\s+errado)"
    r"|(?:dat\s+)?(?:klopt\s+niet(?:\s+meer)?|is\s+(?:fout|niet\s+waar))"
    r"|to\s+(?:nieprawda|nie\s+tak|już\s+nieaktualne)"
    r"|korrektur|corrección|correction|correzione|correção|correctie|poprawka)\s*[,.:;!–—-]+\s*)"
    rf"(?:{_STATES}|{_CONTRASTS}|{_ANOTHER_TIME})(?P<what>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
