"""Commands in Italian, Portuguese, Dutch and Polish, and those shared by all but English.

Forget, correct, and what is known of somebody or something. What is not here is English, German,
Spanish or French, and stands beside its kind (forget.py, intent.py); "remember" is in remember.py.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class _Words:
    """How a language asks: parts of patterns."""

    # What may stand before: "please", "can you".
    lead: str
    # Verbs that ask for nothing else, and such as ask for other things too.
    forget: str
    remove: str
    # "Everything (that you know) about", "what I said about", "that".
    everything: str
    about: str
    that: str
    # The end of a request that is no part of what it names.
    tail: str


_LANGUAGES = (
    _Words(
        lead=r"(?:per\s+favore,?\s+|ti\s+prego,?\s+)?(?:(?:puoi|potresti|devi|vorrei\s+che|voglio\s+che)\s+(?:per\s+favore\s+)?)?",
        forget=r"(?:dimentic(?:a(?:re|rti|ti|ssi)?|hi)|scord(?:a(?:re|rti|ti|ssi)?|i)|non\s+(?:ricordare|memorizzare|tenere\s+a\s+mente|conservare))(?:\s+(?:di|pure))?",
        remove=r"(?:cancell(?:a(?:re)?|i)|elimin(?:a(?:re)?|i)|rimuov(?:i|ere)|togli(?:ere)?)",
        everything=r"tutto(?:\s+(?:quello|ciò)\s+che\s+(?:sai|ti\s+ho\s+(?:detto|raccontato)))?\s+(?:su(?:l(?:la|lo)?|gli|i)?|riguardo\s+a(?:l(?:la)?)?|d(?:i|el(?:la|lo)?))\s+|tutto\s+(?:su|del)l['’]",
        about=r"(?:(?:quello|ciò)\s+che\s+(?:ti\s+)?ho\s+(?:detto|raccontato)|la\s+(?:cosa|storia|faccenda))\s+(?:su(?:l(?:la|lo)?)?|d(?:i|el(?:la|lo)?)|con)\s+",
        that=r"che\s+",
        tail=r"(?:,?\s+(?:per\s+favore|grazie))",
    ),
    _Words(
        lead=r"(?:por\s+favor,?\s+)?(?:(?:pode(?:s|ria)?|podias|gostava\s+que|quero\s+que|queria\s+que)\s+(?:por\s+favor\s+)?)?",
        forget=r"(?:esque[cç](?:e(?:r|sses)?|as?)(?:-te|-se)?|não\s+(?:guard(?:es?|ar)|lembr(?:es?|ar)|memoriz(?:es?|ar)))(?:\s+de)?",
        remove=r"(?:apag(?:a(?:r)?|ues?)|elimin(?:a(?:r)?|es?)|remov(?:er?|as?)|tir(?:a(?:r)?|es?))",
        everything=r"tudo(?:\s+o\s+que\s+(?:sabes?|(?:te\s+|lhe\s+)?(?:disse|contei)))?\s+(?:sobre(?:\s+[oa]s?)?|acerca\s+d[eoa]s?|d[eoa]s?)\s+",
        about=r"(?:o\s+que\s+(?:te\s+|lhe\s+)?(?:disse|contei)|a\s+(?:coisa|história))\s+(?:sobre(?:\s+[oa]s?)?|acerca\s+d[eoa]s?|d[eoa]s?|com)\s+",
        that=r"que\s+",
        tail=r"(?:,?\s+(?:por\s+favor|obrigad[oa]))",
    ),
    _Words(
        lead=r"(?:alsjeblieft,?\s+|graag\s+)?(?:(?:kun|kan|wil|zou)\s+je\s+(?:alsjeblieft\s+)?|je\s+(?:mag|moet)\s+)?",
        forget=r"(?:vergeet|vergeten|onthoud\s+niet(?:\s+(?:meer|langer))?|bewaar\s+niet)(?:\s+(?:alsjeblieft|maar))?",
        remove=r"(?:wis|verwijder|schrap|gooi)",
        everything=r"alles(?:\s+wat\s+(?:je\s+weet|ik\s+(?:heb\s+)?(?:gezegd|verteld)))?\s+(?:over|van|rond|wat\s+je\s+weet\s+over)\s+",
        about=r"(?:wat\s+ik\s+(?:je\s+)?(?:heb\s+)?(?:gezegd|verteld|zei)|dat|het\s+(?:verhaal|gedoe))\s+(?:over|van|met)\s+",
        that=r",?\s*dat\s+",
        tail=r"(?:,?\s+(?:alsjeblieft|a\.?u\.?b\.?|graag|bedankt|weg))",
    ),
    _Words(
        lead=r"(?:proszę,?\s+)?(?:(?:możesz|mógłbyś|mogłabyś|chcę,?\s+żebyś|chciał(?:a)?bym,?\s+żebyś)\s+(?:proszę\s+)?)?",
        forget=r"(?:zapomn(?:ij|ieć|iał(?:a)?)|nie\s+(?:pamiętaj|zapamiętuj|zapisuj|przechowuj))(?:\s+(?:proszę|już))?",
        remove=r"(?:usu(?:ń|nąć)|skasuj|skasować|wykasuj|wykreśl|wymaż)",
        everything=r"wszystk(?:o|im|iego)(?:,?\s+co\s+(?:wiesz|(?:ci\s+)?(?:mówił[ea]m|powiedział[ea]m)))?\s+(?:o|na\s+temat|dotyczące)\s+",
        about=r"(?:(?:to|o\s+tym),?\s+co\s+(?:ci\s+)?(?:mówił[ea]m|powiedział[ea]m)|(?:ta|tę|tej|tą)\s+spraw(?:a|ę|ie|ą))\s+(?:o|z|na\s+temat)\s+",
        that=r"(?:o\s+tym)?,?\s*że\s+",
        tail=r"(?:,?\s+(?:proszę|dziękuję|dzięki))",
    ),
)


def _requests(words: _Words) -> "re.Pattern[str]":
    led = rf"(?P<all>{words.everything})|(?P<about>{words.about})|(?P<that>{words.that})"
    its = led.replace("?P<", "?P<its_")
    asked = rf"{words.forget}\s*(?:,\s*)?(?:{led})?(?:o\s+(?=\w))?|{words.remove}\s+(?:{its})"
    return re.compile(
        rf"^{words.lead}(?:{asked})(?P<what>\S.*?){words.tail}?[\s.!?]*$",
        re.IGNORECASE | re.DOTALL,
    )


FORGET = tuple(map(_requests, _LANGUAGES))
# With what else may be meant than what is known: whether something is tells.
REMOVE = tuple(
    re.compile(
        rf"^{words.lead}{words.remove}\s+(?P<what>\S+(?:\s+\S+){{0,7}}?){words.tail}?[\s.!]*$",
        re.IGNORECASE,
    )
    for words in _LANGUAGES
)
# Not to be forgotten: what is to be remembered.
KEEP = re.compile(
    r"^(?:per\s+favore\s+|por\s+favor\s+|alsjeblieft\s+|proszę\s+)?(?:non\s+(?:ti\s+)?dimentic|não\s+(?:te\s+|se\s+)?esque[cç]"
    r"|vergeet\s+(?:alsjeblieft\s+)?niet|niet\s+vergeten|nie\s+zapom)",
    re.IGNORECASE,
)
# What was just said: "oublie ça", "dimenticalo", "vergeet dat".
FORGET_LAST = re.compile(
    r"^(?:s['’]il\s+(?:te|vous)\s+pla[iî]t,?\s+|per\s+favore,?\s+|por\s+favor,?\s+|alsjeblieft,?\s+|proszę,?\s+)?"
    r"(?:(?:oublie|efface|supprime)(?:[sz]|r)?(?:-le|\s+(?:ça|ca|cela|ce\s+que\s+je\s+viens\s+de\s+dire))"
    r"|(?:dimentica|cancella|scorda(?:te)?)(?:lo|\s+(?:questo|quello|ciò)(?:\s+che\s+ho\s+detto)?)"
    r"|(?:esquece|esqueça|apaga|apague)(?:-o|\s+(?:isso|isto|o\s+que\s+(?:eu\s+)?(?:acabei\s+de\s+dizer|disse)))"
    r"|(?:vergeet|wis|verwijder)\s+(?:dat|dit|het|wat\s+ik\s+(?:net\s+)?zei)(?:\s+(?:maar|weer))?"
    r"|(?:zapomnij\s+o\s+tym|(?:usuń|skasuj)\s+to|zapomnij(?:\s+to)?)"
    r"|(?:lösche?|streiche?)\s+(?:das|es|dies)(?:\s+(?:bitte|wieder))*"
    r"|vergiss,?\s+was\s+ich\s+(?:gerade|eben)\s+gesagt\s+habe"
    r"|(?:borra|elimina)(?:lo|\s+(?:eso|esto))|olvida\s+lo\s+que\s+acabo\s+de\s+decir)"
    r"(?:,?\s+(?:s['’]il\s+(?:te|vous)\s+pla[iî]t|per\s+favore|por\s+favor|alsjeblieft|proszę|bitte))?[\s.!]*$",
    re.IGNORECASE,
)
# What is known of somebody or something, and of oneself.
ABOUT = re.compile(
    r"^[¿\s]*(?:(?:que|qu['’]est-ce\s+que)\s+(?:sais-tu|tu\s+sais|te\s+rappelles-tu|tu\s+te\s+rappelles|retiens-tu)\s+(?:de|sur|à\s+propos\s+de|au\s+sujet\s+de)\s+(?P<a>.+)"
    r"|(?:(?:che\s+)?cosa|che)\s+(?:sai|ricordi|ti\s+ricordi)\s+(?:su(?:l(?:la|lo)?)?|d(?:i|el(?:la|lo)?))\s+(?P<b>.+)"
    r"|(?:o\s+)?que\s+(?:é\s+que\s+)?(?:você\s+)?(?:sabes?|lembras?|te\s+lembras)\s+(?:sobre(?:\s+[oa])?|d[eoa]|acerca\s+d[eoa])\s+(?P<c>.+)"
    r"|wat\s+(?:weet|herinner)\s+je\s+(?:je\s+)?(?:nog\s+)?(?:over|van)\s+(?P<d>.+)"
    r"|co\s+(?:wiesz|pamiętasz)\s+(?:o|na\s+temat)\s+(?P<e>.+)"
    r"|(?:woran|was)\s+erinnerst\s+du\s+dich\s+(?:bei|über|zu|von)\s+(?P<f>.+)"
    r"|(?:qué|que)\s+(?:recuerdas|te\s+acuerdas)\s+(?:sobre|de|acerca\s+de)\s+(?P<g>.+))$",
    re.IGNORECASE | re.DOTALL,
)
ABOUT_ME = re.compile(
    r"^(?:mich|mir|m[ií]|moi|me|mim|mij|mnie)[\s?.!]*$",
    re.IGNORECASE,
)
# "Nein, …", "Das stimmt nicht: …", "no es así, …". A bare "no" has a comma.
CORRECT = re.compile(
    r"^(?:(?:nein|nee|nö|non|não|nie|no)\s*[,:;!–—-]+\s*"
    r"(?:(?:eigentlich|ich\s+meine|je\s+veux\s+dire|en\s+fait|de\s+hecho|quiero\s+decir|in\s+realtà"
    r"|voglio\s+dire|na\s+verdade|quero\s+dizer|eigenlijk|ik\s+bedoel|właściwie|to\s+znaczy)[,:]?\s+)?"
    r"|(?:das|es)\s+(?:stimmt\s+(?:so\s+)?nicht(?:\s+mehr)?|ist\s+(?:falsch|veraltet))\s*[,.:;!–—-]+\s*"
    r"|(?:c['’]est\s+faux|ce\s+n['’]est\s+(?:pas|plus)\s+(?:vrai|juste|exact))\s*[,.:;!–—-]+\s*"
    r"|(?:eso\s+)?(?:no\s+es\s+(?:así|verdad|cierto|correcto)|ya\s+no\s+es\s+(?:así|verdad|cierto)|es\s+falso)\s*[,.:;!–—-]+\s*"
    r"|(?:non\s+è\s+(?:più\s+)?(?:vero|così|giusto)|è\s+sbagliato)\s*[,.:;!–—-]+\s*"
    r"|(?:isso\s+)?(?:não\s+é\s+(?:verdade|assim)|já\s+não\s+é\s+(?:verdade|assim)|está\s+errado)\s*[,.:;!–—-]+\s*"
    r"|(?:dat\s+)?(?:klopt\s+niet(?:\s+meer)?|is\s+(?:fout|niet\s+waar))\s*[,.:;!–—-]+\s*"
    r"|to\s+(?:nieprawda|nie\s+tak|już\s+nieaktualne)\s*[,.:;!–—-]+\s*"
    r"|(?:korrektur|corrección|correction|correzione|correção|correctie|poprawka)\s*[:–—-]\s*)"
    r"(?P<what>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
