"""Whether what has a time named has passed or is to come: "fell on Friday", "flies on Friday"."""

import re
from typing import Literal

from memories.text.sameness.subjects import clauses

_A_DAY = (
    r"(?=(?:the\s+)?(?:\d|next|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul"
    r"|aug|sep|oct|nov|dec)))"
)
_TO_COME = re.compile(
    r"\b(?:will|won['’]t|shall|going\s+to|gonna|due|next|coming|upcoming|soon|until|till|by"
    r"|starting|plan\w*"
    r"|(?:booked|scheduled|set|fixed|confirmed|arranged|invited|down)"
    rf"(?:\s+\w+){{0,3}}?\s+(?:for|to|until|till|on)\s+{_A_DAY}"
    # "Moved to Friday" is to come, "moved on Friday" has passed.
    r"|(?:moved|pushed|postponed|rescheduled|put\s+off|put\s+back|changed|brought\s+forward)"
    rf"(?:\s+\w+){{0,3}}?\s+(?:for|to|until|till)\s+{_A_DAY}"
    r"|(?:am|is|are|['’]m|['’]s|['’]re)\s+(?:\w+\s+)?\w+ing"
    r"|werde|wird|werden|wirst|soll|will|kommende\w*|nächste\w*|bis|ab|steht\s+an|auf\s+de[nm]"
    r"|geplant|gebucht"
    r"|voy\s+a|vas?\s+a|vamos\s+a|van\s+a|próxim\w+|que\s+viene|hasta|a\s+partir|para\s+el"
    r"|aplazad\w+|pasa\s+al"
    r"|\w{3,}(?:aré|eré|iré|ará|erá|irá|aremos|eremos|iremos|arán|erán|irán))\b|['’]ll\b",
    re.IGNORECASE,
)
_PASSED = re.compile(
    r"\b(?:(?<!get )(?<!gets )(?<!getting )(?<!is )(?<!are )(?<!be )(?<!['’]s )\w{2,}[^\We]ed"
    r"|was|were|had|(?<!ve )(?<!have )(?<!has )got|came|went|did|born|bought|sold|left|took|gave"
    r"|met|won|lost|fell|broke|began|found|made"
    r"|said|told|saw|became|ate|wrote|drove|flew|rode|ran|spent|paid|built|grew|died|ago|last"
    r"|yesterday|since"
    r"|(?:hab|habe|hat|haben|bin|ist|sind|war|wurde)\w*\b[^.;]{0,60}?\b(?:\w*ge\w{3,}(?:t|en)"
    r"|ver\w{3,}(?:t|en)"
    r"|\w+iert|bekommen|begonnen|besucht|erhalten)"
    r"|war|waren|hatte|hatten|wurde|wurden|kam|ging|fand|starb|zog|gestern|seit|vor"
    r"|letzte[nrsm]?|geboren"
    r"|fue|fui|fuimos|era|nació|nací|ayer|compré|vino|murió|tuve|tuvo|estuve|pasad[oa]|hace"
    r"|desde|anoche"
    r"|(?:he|ha|han|hemos|has)\s+\w+(?:ado|ido|cho|sto|erto)|\w{2,}(?:aron|ieron)|\w*(?:vimos"
    r"|fuimos|icimos)|(?!caf)\w{2,}(?:é|í|ó))\b",
    re.IGNORECASE,
)


def way(text: str, at: int) -> Literal["past", "future"]:
    """Which way to look from when it was said, for the time that stands at `at`.

    The clause it stands in tells; where it does not, what the sentence says has passed.
    """
    clause = next((text[a:b] for a, b in clauses(text) if a <= at < b), text)
    for part in (clause, text):
        if _TO_COME.search(part):
            return "future"
        if _PASSED.search(part):
            return "past"
    return "future"
