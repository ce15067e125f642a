"""What a sentence says is over of what was told before: "Nadia left", "we sold the boat".

Such a sentence names what ended, and by its verb the kind of thing that ended: who leaves was a
boss or a dentist, what is sold was owned. It ends a statement of that kind that names the same.
Where both tell of somebody's own doing, the somebody is the same. English, German, Spanish.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from memories.text import Statement, content_words, names_in, statement, written_out
from memories.text.fact_patterns import MINE
from memories.text.names.lists import ORGANISATION, PLACE
from memories.text.sameness.subjects import FIRST, GOES_ON

_NAME = r"(?-i:[^\W\d_a-zß-ÿ][\w’'.-]*(?:\s+[^\W\d_a-zß-ÿ][\w’'.-]*){0,2})"
_OVER = r"(?P<over>[\w’'&.-]+(?:\s+[\w’'&.-]+){0,4}?)"
# What ends when it is told ends there, or goes on with when, why and what comes in its place.
_STOP = (
    r"(?=\s*(?:$|[,.;:!–—]|\s[-–]\s|\s(?:on|in|at|last|this|these|yesterday|today|after|for|because|so|and"
    r"|but|too|since|now|ages|months|years|am|im|seit|letzte\w*|gestern|heute|und|aber|weil|jetzt"
    r"|nach|hace|en|el|ayer|hoy|y|porque|ahora)\b))"
)
_WORKS = (
    r"\b(?:work\w*|job|employed|teach\w*|team|switched|joined|started|arbeit\w*|angestellt|bei"
    r"|unterricht\w*|trabaj\w*|empleo)\b|\bi['’]m (?:at|with)\b"
)
_LIVES = (
    r"\b(?:liv\w+|rent|room|home|house|flat|apartment|place|moved|wohn\w*|leb\w+|zimmer|haus|wg"
    r"|viv\w+|casa|piso|mud\w+)\b"
)
_OWNS = (
    r"\b(?:drive\w*|driving|own\w*|have|has|had|['’]ve|got|use\w*|using|ride\w*|home|live\w*|car|bike"
    r"|bought|wear\w*|fahr\w*|fährt|trag\w*|trägt|hab\w*|hat|besitz\w*|benutz\w*|nutz\w*|auto|tengo|tiene|conduzco|conduce"
    r"|uso|usa|coche)\b"
)
_LOVES = (
    r"\b(?:dating|seeing|going out|together|boyfriend|girlfriend|partner|fianc\w+|engag\w+|married"
    r"|marri\w+|wife|husband|couple|zusammen|freund\w*|verlobt\w*|verheiratet|mann|frau|novi[oa]"
    r"|pareja|casad[oa]\w*|prometid[oa]|salgo)\b"
)
_LIKES = (
    r"\b(?:lik\w+|lov\w+|favou?rite|prefer\w*|drink\w*|eat\w*|play\w*|take|taking|smok\w+|go|goes"
    r"|going|do|does|run\w*|learn\w*|mag|liebe\w*|lieblings\w*|trink\w*|esse|isst|spiel\w*|rauch\w*"
    r"|gehe|mache|lerne|gusta\w*|encanta\w*|favorit[oa]|bebo|bebe|como|come|toco|juego|fumo|voy)\b"
)
_PLANS = (
    r"\b(?:going|go|plan\w*|will|['’]ll|flight|fly\w*|trip|booked|run\w*|book\w*|visit\w*|meeting"
    r"|appointment|fahr\w*|flieg\w*|reis\w*|plan\w*|will|gebucht|termin|treffen|voy|vamos|viaj\w*"
    r"|vuelo|cita)\b|\b(?:am|are|is|['’]m|['’]re) \w+ing\b"
)
_LENT = (
    r"\b(?:lent|lend\w*|loan\w*|borrow\w*|owes?|owed|(?:has|have|['’]s\s+got|got)\s+(?:still\s+)?(?:my|our|the)"
    r"|verliehen|geliehen|ausgeliehen|ausgeborgt|leih\w*|schuld\w*|hat\s+(?:noch\s+)?(?:mein|unser)\w*"
    r"|prest\w+|debe\w*|tiene\s+(?:mi|nuestr)\w*)\b"
)
_WHOSE = rf"(?:(?:{MINE}|the|de[nmr]|die|das|el|la)\s+)"
_STUDIES = r"\b(?:stud\w+|learn\w*|major\w*|degree|lern\w*|estudi\w*|aprend\w*)\b"


@dataclass(frozen=True)
class _Ending:
    """How it is said that something is over, and what told of it before; `mine`: by oneself.

    With `whatever` it need not be named: who quit their job works nowhere of what they told.
    Its patterns are compiled when they are first looked for: a start waits for none.
    """

    ways: tuple[str, ...]
    before: str
    mine: bool = True
    whatever: bool = False

    @cached_property
    def said(self) -> re.Pattern[str]:
        # A group's name stands once in a pattern: each of them has a number.
        numbered = (each.replace("(?P<over>", f"(?P<over{n}>") for n, each in enumerate(self.ways))
        return re.compile("|".join(f"(?:{each})" for each in numbered), re.IGNORECASE)

    @cached_property
    def told(self) -> re.Pattern[str] | None:
        return re.compile(self.before, re.IGNORECASE) if self.before else None


def _ending(told: str, *said: str, mine: bool = True, whatever: bool = False) -> _Ending:
    return _Ending(said, told, mine, whatever)


_ENDINGS = (
    # Who had a role: "Nadia left", "Dr. Weber ist in Rente".
    _ending(
        "",
        rf"(?P<over>{_NAME})(?:\s+has|\s+is|['’]s|\s+was|\s+got)?(?:\s+now|\s+just|\s+already|\s+finally)?"
        rf"\s+(?:left(?:\s+(?:us|the\s+\w+))?|quit|resigned|retir(?:ed|ing)|gone|moved\s+on|fired"
        rf"|been\s+(?:fired|let\s+go)|let\s+go|passed\s+away|died)\b{_STOP}",
        rf"(?P<over>{_NAME})(?:\s+has|['’]s)?\s+moved\s+to\s+(?:the|another|a)\s+[\w\s]{{0,20}}?"
        r"(?:office|team|department|branch|company|practice|job)\b",
        rf"(?P<over>{_NAME})\s+(?:ist|hat)(?:\s+(?:jetzt|nun|leider|schon|inzwischen))?\s+(?:weg\b|gegangen"
        r"|in\s+(?:Rente|Pension)|im\s+Ruhestand|gekündigt|aufgehört|ausgeschieden|verstorben"
        r"|gestorben|nicht\s+mehr\s+(?:da|bei))",
        rf"(?P<over>{_NAME})\s+(?:se\s+(?:fue|ha\s+ido|jubiló|ha\s+jubilado|marchó|ha\s+marchado)"
        r"|ya\s+no\s+está|dejó\s+(?:la|el)|ha\s+dejado\s+(?:la|el)|murió)",
        mine=False,
    ),
    _ending(
        _WORKS,
        r"\b(?:handed\s+in\s+my\s+notice|gave\s+(?:my\s+)?notice|given\s+notice|resigned|left\s+my\s+job"
        r"|quit\s+my\s+job|quit|made\s+redundant|laid\s+off|fired|done)(?:\s+(?:at|from|by|with))\s+"
        rf"{_OVER}{_STOP}",
        rf"\b(?:i|we)(?:['’]ve|\s+have)?(?:\s+just|\s+finally)?\s+(?:left|quit)\s+{_OVER}{_STOP}",
        rf"\b(?:bei|beim)\s+(?:der\s+|dem\s+)?{_OVER}\s+(?:gekündigt|aufgehört|ausgeschieden|entlassen)",
        rf"\b{_OVER}\s+verlassen\b",
        rf"\b(?:dejé|he\s+dejado|me\s+fui\s+de|me\s+he\s+ido\s+de|renuncié\s+a)\s+{_OVER}{_STOP}",
    ),
    _ending(
        rf"{_WORKS}|\b(?:am|['’]?m|bin|soy)\s+(?:an?\s+|una?\s+)?[\w-]+\s+(?:at|in|for|bei|an|en)\b",
        r"(?P<over>\b(?:i|we)(?:['’]ve|\s+have)?(?:\s+just|\s+finally)?\s+(?:quit|left|lost)\s+(?:my|the)\s+job)",
        r"(?P<over>\bi(?:['’]m|\s+am|\s+was|['’]ve\s+been|\s+got|\s+have\s+been)(?:\s+now)?\s+(?:unemployed"
        r"|out\s+of\s+work|retired|fired|laid\s+off|made\s+redundant))",
        r"(?P<over>\bi\s+(?:just\s+|finally\s+)?(?:retired|resigned|handed\s+in\s+my\s+notice))\b",
        r"(?P<over>\b(?:meinen\s+job|meine\s+stelle)\s+(?:gekündigt|verloren|aufgegeben))",
        r"(?P<over>\b(?:ich\s+bin|bin\s+ich|bin)(?:\s+(?:jetzt|nun|seit\s+\w+))?\s+(?:arbeitslos|in\s+(?:rente"
        r"|pension)|entlassen|rentner(?:in)?))\b",
        r"(?P<over>\b(?:dejé\s+(?:el|mi)\s+trabajo|me\s+despidieron|estoy\s+en\s+(?:el\s+)?paro|me\s+jubilé))",
        whatever=True,
    ),
    _ending(
        _OWNS,
        rf"\b(?:mir|uns)\b[^,.;!?]{{0,30}}?\b(?:de[nrm]|die|das|mein\w*|unser\w*)\s+{_OVER}\s+"
        r"(?:geklaut|gestohlen|gemopst)\b",
        rf"\b(?:mein\w*|unser\w*)\s+{_OVER}\s+(?:(?:heute|gestern|letzte\s+nacht)\s+)?"
        r"(?:geklaut|gestohlen|gemopst)\b",
        mine=False,
    ),
    _ending(
        r"\b(?:\w*abo\w*|\w*vertrag|\w*mitglied\w*|\w*versicherung|kostet|kosten|zahl\w*|subscri\w*"
        r"|member\w*|contract|policy|insur\w*|costs?|pay\w*|suscri\w*|socio|socia|cuota|pago)\b",
        rf"\b(?:cancell?ed|terminated)\s+(?:my|the|our)\s+{_OVER}{_STOP}",
        rf"(?:^|[,.;!]\s*)(?:das\s+mit\s+)?(?:(?:der|die|das|dem|den|mein\w*|unser\w*)\s+)?{_OVER}\s+"
        r"(?:(?:habe?n?|hab|ist|wurde|ich|wir|jetzt|endlich|heute|gestern)\s+)*(?:gekündigt|abbestellt)\b",
        rf"\b(?:cancelé|he\s+cancelado|me\s+(?:he\s+)?(?:di|dado)\s+de\s+baja\s+(?:de|en))\s+"
        rf"(?:el|la|del|mi)\s+{_OVER}{_STOP}",
    ),
    _ending(
        r"\b(?:pregnan\w*|expecting|due\s+(?:in|date)|baby\s+(?:is\s+)?due|schwanger\w*|geburtstermin|entbindung|embaraz\w*)\b",
        r"(?P<over>\blost\s+(?:the|our|my)\s+baby|\b(?:had\s+a\s+)?miscarr\w+)",
        r"(?P<over>\b(?:das|unser|mein)\s+(?:kind|baby)\s+verloren|\bfehlgeburt)",
        r"(?P<over>\bperd(?:imos|í|ido)\s+(?:el|al)\s+beb[eé])",
        whatever=True,
    ),
    # A pet that died is nobody's any more.
    _ending(
        r"\b(?:cat|dog|puppy|kitten|rabbit|hamster|horse|pony|parrot|budgie|guinea\s+pig|katzen?|kater"
        r"|hunde?|hündin|hase|kaninchen|pferd|wellensittich|gat[oa]|perr[oa]|conejo|caballo)\b",
        rf"(?P<over>{_NAME})(?:\s+has|\s+just|\s+sadly)*\s+(?:died|passed\s+away)\b",
        rf"(?P<over>{_NAME})\s+(?:is\s+dead|was\s+put\s+(?:down|to\s+sleep))\b",
        rf"(?P<over>{_NAME})\s+(?:ist|wurde)\b[^,;:!?]{{0,50}}?\s(?:gestorben|verstorben|eingeschläfert|tot)\b",
        rf"(?P<over>{_NAME})\s+(?:se\s+)?(?:murió|ha\s+muerto)\b",
        mine=False,
    ),
    # "I switched from Acme to Borealis": what stands after "from".
    _ending(
        f"{_WORKS}|{_LIVES}|{_STUDIES}|{_OWNS}|{_LIKES}",
        r"\b(?:switch|chang|mov)(?:ed|ing)\s+(?:jobs\s+|my\s+\w+\s+)?from\s+"
        rf"{_OVER}\s+(?:over\s+)?(?:to|into)\b",
        rf"\b(?:swapped|traded|exchanged|replaced)\s+(?:my\s+|the\s+)?{_OVER}\s+(?:for|with|by)\b",
        rf"\bvon\s+(?:der\s+|dem\s+)?{_OVER}\s+(?:zu|zur|zum|nach|auf)\b.{{2,40}}\b(?:gewechselt|gezogen"
        r"|umgestiegen)",
        rf"\b(?:wechselte|gewechselt)\s+von\s+{_OVER}\s+(?:zu|zur|zum|nach|auf)\b",
        rf"\b(?:cambié|he\s+cambiado|pasé|he\s+pasado|me\s+mudé)\s+de\s+{_OVER}\s+a\b",
    ),
    # "Pescatarian rather than vegetarian": what somebody is.
    _ending(
        r"(?:\b(?:am|is|are|bin|ist|sind|soy|es)|['’](?:m|re|s))\s+(?:\w+\s+){0,2}\w+\W*$",
        r"\b(?:rather\s+than|instead\s+of|statt|anstatt|en\s+vez\s+de|en\s+lugar\s+de)\s+(?:my\s+|the\s+)?"
        rf"{_OVER}{_STOP}",
    ),
    _ending(
        r"\b(?:hospital|krankenhaus|klinik)\b",
        rf"(?P<over>{_NAME})\s+(?:is|['’]s)\s+(?:finally\s+|already\s+)?(?:out\s+of|home\s+from)\s+"
        r"(?:the\s+)?hospital",
        rf"(?P<over>{_NAME})\s+(?:ist|wurde)\s+(?:\w+\s+)?aus\s+(?:dem|der)\s+(?:Krankenhaus|Klinik)",
        mine=False,
    ),
    _ending(
        _LOVES,
        rf"\b(?P<over>{_NAME})\s+and\s+(?:i|me|he|she|{_NAME})\s+(?:have\s+|are\s+|got\s+|just\s+|['’]re\s+)*"
        r"(?:broke(?:n)?\s+up|split(?:\s+up)?|separated|divorced|done|over|finished|called\s+it)",
        rf"\b(?:i|she|he)(?:['’]ve|['’]s|\s+have|\s+has)?\s+(?:broken?\s+up|split\s+up|finished)\s+with\s+"
        rf"(?P<over>{_NAME})",
        rf"(?P<over>{_NAME})\s+(?:has\s+)?(?:called|broken|broke)\s+off\s+(?:the|her|his)\s+(?:engagement|wedding)",
        rf"(?P<over>{_NAME})\s+und\s+ich\s+(?:haben\s+uns\s+getrennt|sind\s+(?:getrennt|auseinander|nicht\s+mehr))",
        rf"\b(?:von|mit)\s+(?P<over>{_NAME})\s+(?:getrennt|ist\s+(?:schluss|aus)|schluss\s+gemacht)",
        rf"(?P<over>{_NAME})\s+y\s+yo\s+(?:lo\s+dejamos|lo\s+hemos\s+dejado|cortamos|hemos\s+cortado|rompimos"
        r"|hemos\s+roto|nos\s+(?:separamos|hemos\s+separado))",
        mine=False,
    ),
    _ending(
        _OWNS,
        r"\b(?:sold|sell|got\s+rid\s+of|gave\s+away|given\s+away|scrapped|lost|traded\s+in|returned)\s+"
        rf"(?:my\s+|the\s+|our\s+|that\s+)?{_OVER}{_STOP}",
        rf"\btraded\s+(?:my\s+|the\s+|our\s+)?{_OVER}\s+in\b",
        rf"\b(?:stole|nicked|pinched|swiped)\s+(?:my\s+|the\s+|our\s+){_OVER}{_STOP}",
        rf"(?:^|[,.;!]\s*)(?:(?:the|my|our)\s+)?{_OVER}\s+(?:was|has\s+been|got|been|['’]s\s+been|is)\s+"
        r"(?:stolen|nicked|pinched|swiped)\b",
        rf"(?:^|[,.;!]\s*)(?:(?:the|my)\s+)?{_OVER}\s+(?:came|is|['’]s|comes)\s+off(?:\s+(?:for\s+good|at"
        r"\s+last|finally|today|yesterday|now))*\W*$",
        rf"(?:^|[,.;!]\s*)(?:(?:der|die|das|mein\w*|unser\w*)\s+)?{_OVER}\s+(?:(?:is|ist|wurde|wird|mir|uns|heute"
        r"|gestern|letzte\s+nacht|endlich)\s+)*(?:geklaut|gestohlen|gemopst|ab(?=\W*$))",
        rf"\b(?:me|nos)\s+(?:han\s+)?robar?(?:on|do)\s+(?:el\s+|la\s+|mi\s+)?{_OVER}{_STOP}",
        rf"\b(?:the|my|our)\s+{_OVER}\s+(?:is|was|has\s+been|got|['’]s)\s+(?:sold|stolen|scrapped|gone"
        r"|broken|dead|in\s+a\s+drawer|in\s+the\s+attic)\b",
        rf"\b(?:der|die|das|mein\w*|unser\w*)\s+{_OVER}\s+(?:ist|wurde|habe?n?)(?:\s+(?:ich|wir|jetzt))*\s+"
        r"(?:verkauft|weg\b|kaputt|gestohlen|verschrottet)",
        rf"\b(?:den|die|das|mein\w*|unser\w*)\s+{_OVER}\s+(?:verkauft|abgegeben|weggegeben|verschenkt)",
        rf"\b(?:vendí|he\s+vendido|vendimos|hemos\s+vendido|regalé)\s+(?:mi\s+|el\s+|la\s+)?{_OVER}{_STOP}",
    ),
    _ending(
        _LIKES,
        rf"\b(?:gone\s+off|went\s+off|given\s+up|gave\s+up|giving\s+up|stopped|quit)\s+(?:\w+ing\s+)?"
        rf"(?:on\s+|my\s+|the\s+)?{_OVER}{_STOP}",
        rf"\b(?:mit\s+(?:dem|der)\s+)?{_OVER}\s+(?:aufgegeben|aufgehört|abgewöhnt)",
        rf"\b(?:dejé\s+de|he\s+dejado\s+de|dejé|he\s+dejado)\s+(?:\w+[aei]r\s+)?(?:el\s+|la\s+)?{_OVER}{_STOP}",
    ),
    _ending(
        _LIVES,
        rf"(?:^|[.;!]\s*)(?:no\s+longer|not)\s+(?:in|at)\s+{_OVER}(?:\s+any\s?more)?{_STOP}",
        rf"\b(?:moved\s+out\s+of|moved\s+away\s+from|left(?!\s+(?:back|wing|half|mid|foot|hand|side)))\s+(?:the\s+|my\s+|our\s+)?{_OVER}{_STOP}",
        rf"\b(?:aus|von)\s+{_OVER}\s+(?:weg|aus)gezogen",
        rf"(?:^|[.;!]\s*)(?:bin\s+|sind\s+)?nicht\s+mehr\s+in\s+{_OVER}{_STOP}",
    ),
    # What was lent is back, whoever brought it.
    _ending(
        _LENT,
        rf"\b(?:gave|brought|handed|sent|dropped|got|have|has|paid)\s+(?:me\s+|us\s+)?back\s+{_WHOSE}?{_OVER}{_STOP}",
        rf"\b(?:gave|brought|handed|sent|dropped|got|have|has|paid)\s+(?:me\s+|us\s+)?{_WHOSE}{_OVER}\s+back\b",
        rf"\breturned\s+{_WHOSE}{_OVER}{_STOP}",
        rf"\bpaid\s+(?:off\s+)?(?!\S+['’]s\s){_OVER}\s+(?:back|off|in\s+full)\b",
        rf"\b(?:square|quits|even|quitt|en\s+paz)\s+(?:with|mit|con)\s+{_OVER}{_STOP}",
        rf"\bmit\s+{_OVER}\s+quitt\b",
        rf"(?:^|[,.;!]\s*)(?:{_WHOSE})?{_OVER}(?:['’]s|\s+has|\s+have)?\s+(?:finally\s+|just\s+)?(?:settled\s+up"
        r"|paid\s+up|paid\s+(?:me|us|it|everything)\s+back|got\s+(?:his|her|their)\s+money(?:\s+back)?)\b",
        rf"(?:^|[,.;!]\s*){_OVER}\s+hat\s+(?:(?:jetzt|endlich|nun|heute|gestern)\s+)*(?:sein|ihr|das|die|alles)\w*\s*"
        r"(?:geld|kohle)?(?:\s+(?:wieder|zurück|bekommen|gekriegt|zurückgezahlt|bezahlt))*(?=\W*$|,)",
        rf"(?:^|[,.;!]\s*)(?:ich\s+)?(?:hab\w*\s+)?{_OVER}\s+(?:das\s+geld|die\s+kohle|alles|die\s+\d+\s*(?:euro|€)?)"
        r"\s+(?:\w+\s+){0,2}(?:zurück(?:gegeben|gezahlt|überwiesen)|gegeben|überwiesen|bezahlt)\b",
        rf"\b(?:le|les)\s+(?:he\s+)?(?:pagué|pagado|devolví|devuelto)\b[^,.;!?]{{0,30}}?\ba\s+{_OVER}{_STOP}",
        rf"\b{_WHOSE}{_OVER}\s+(?:(?:mir|uns|heute|gestern|endlich|schon|jetzt|wieder)\s+)*"
        r"(?:zurückgebracht|zurückgegeben|zurückbekommen|zurückgekriegt|wiedergebracht|zurückgezahlt)\b",
        rf"\b(?:devolvió|devolvieron|ha\s+devuelto|han\s+devuelto)\s+{_WHOSE}{_OVER}{_STOP}",
        mine=False,
    ),
    _ending(
        _PLANS,
        rf"\bnot\s+(?:going\s+to\s+|running\s+|doing\s+|flying\s+to\s+|visiting\s+)?{_OVER}\s+after\s+all",
        rf"\b(?:cancell?ed|called\s+off|dropped)\s+(?:my\s+|the\s+|our\s+)?{_OVER}{_STOP}",
        rf"\b(?:the|my|our)?\s*{_OVER}\s+(?:is|was|has\s+been|got|['’]s)\s+(?:cancell?ed|called\s+off|off)\b{_STOP}",
        rf"\b(?:change\s+of\s+plan\w*\s*[:,]\s*)not\s+{_OVER}{_STOP}",
        rf"\bdoch\s+nicht\s+(?:nach\s+|in\s+)?{_OVER}{_STOP}",
        rf"\b{_OVER}\s+(?:ist\s+)?(?:abgesagt|storniert|fällt\s+aus)",
        rf"\b(?:cancelé|he\s+cancelado|cancelamos|al\s+final\s+no)\s+(?:el\s+|la\s+|a\s+)?{_OVER}{_STOP}",
    ),
)
# Nobody's: "a scan in Leeds".
_NO_PERSONS = frozenset((PLACE, ORGANISATION))
_INSTEAD = re.compile(r"\b(?:instead|stattdessen|en su lugar)\b", re.IGNORECASE)
_VAGUE = re.compile(r"(?:an?|some|all|any|eine?n?|un|una)\s", re.IGNORECASE)
_SMALL = frozenset("the my our a an der die das den dem mein meine el la mi it that this".split())


def ends(old: str, new: str) -> bool:
    """Whether the later sentence says that what the earlier tells is over."""
    # As it is typed in a hurry: "im a teacher", "minka died".
    old, new = written_out(old), written_out(new[:1].upper() + new[1:])
    before, now = statement(old), statement(new)
    for ending, over, at in _over(new):
        if ending.mine and not _of_the_same(before, now, old, new[:at]):
            continue
        if ending.told is None:
            if _had_a_role(old, over):
                return True
        elif ending.told.search(old) and (ending.whatever or _names(before, over)):
            return True
    return False


def _of_the_same(before: Statement, now: Statement, old: str, lead: str) -> bool:
    """Whether both tell of one: of the person, or of the one whom `lead` names before the verb."""
    who = people(re.split(r"[,;:]", lead)[-1])
    theirs = any(one.role for one in names_in(old))
    if FIRST in before.subjects or (before.of_mine and not theirs):
        # "No longer in Hull": nobody is named.
        told_by = now.subjects - {GOES_ON}
        return not who and (not told_by or FIRST in told_by)
    return bool(who & people(old)) or (not who and bool(now.subjects) and FIRST not in now.subjects)


def people(text: str, *, places: bool = True) -> frozenset[str]:
    """Whom a text names, by name or by what they are to the person; no dentist, but Mum's.

    `places` is whether names of places and organisations are among them.
    """
    found = [
        key
        for one in names_in(text)
        if places or one.type not in _NO_PERSONS
        for key in (one.name, one.role and one.role.role.field != "service" and one.role.role.key)
    ]
    return frozenset(key.lower() for key in found if key)


def says_over(text: str) -> bool:
    """Whether a sentence says of anything that it is over."""
    return any(True for _ in _over(text))


def may_follow(over: str, later: str) -> bool:
    """Whether a later statement may tell what came in the place of what one says is over."""
    if says_over(later):
        return False
    return any(
        _INSTEAD.search(later) is not None
        or (ending.told.search(later) is not None if ending.told else _tells_a_role(later))
        for ending, _, _ in _over(over)
    )


def _over(text: str) -> Iterator[tuple[_Ending, str, int]]:
    """How a sentence says that something is over, what, and where it says so."""
    for ending in _ENDINGS:
        for match in ending.said.finditer(text):
            over = next((said for said in match.groups() if said), "")
            # "I lost it a while back" names nothing.
            if over and over.lower() not in _SMALL and not _VAGUE.match(over):
                yield ending, over, match.start()


def _names(before: Statement, over: str) -> bool:
    """Whether a statement names what is over: its name, or else all its words."""
    ended = list(content_words(over))
    named = {word.stem for word in ended if word.spelling[:1].isupper()}
    wanted = named or {word.stem for word in ended}
    # That somebody "switched from Acme to Borealis" stays true, wherever they go then.
    happened = before.turned and before.reached
    return bool(wanted) and not happened and wanted <= set(before.stems)


def _had_a_role(old: str, over: str) -> bool:
    """Whether a statement tells that somebody of this name has a role that only one has."""
    gone = set(over.lower().split())
    return _tells_a_role(old) and any(
        one.name and gone & set(one.name.lower().split()) for one in names_in(old)
    )


def _tells_a_role(text: str) -> bool:
    """Whether a statement tells who has a role that only one has, and that may end."""
    return any(
        one.role is not None
        and one.role.role.one
        and not one.role.owner
        and not one.role.former
        and one.role.role.field != "family"
        for one in names_in(text)
    )
