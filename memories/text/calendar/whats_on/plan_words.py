"""The words by which a question asks for what is on, in English, German and Spanish."""

import re

from memories.text.calendar.names import month_numbers
from memories.text.patterns import lazily

# What asks for one thing and not for all that is on.
FOR_ONE = lazily(
    r"\b(?:where|why|whom|how\s+(?:much|many|long|old|far|often)|wo|woher|wohin|warum|wieso|weshalb|wie\s*viele?"
    r"|wie\s+(?:lange|alt|oft|weit)|dónde|por\s+qué|cuánt[oa]s?)\b",
    re.IGNORECASE,
)
HAPPENED = lazily(r"\b(?:happened|passiert\s+ist|pasó)\b", re.IGNORECASE)
# What was told then is asked for, not what was on.
TOLD = lazily(
    r"\b(?:tell\s+you|told|say|said|mention\w*|erzählt|gesagt|erwähnt|dije|conté)\b", re.IGNORECASE
)
# "Between the 18th and the 24th": days of the month that comes, both without it.
TWO_DAYS = lazily(
    r"\b(?:between|zwischen|from|vom)\s+(?:the\s+|dem\s+)?(?P<a>\d{1,2})(?:st|nd|rd|th|\.)\s+(?:and|und|to|till|until|bis)"
    r"\s+(?:the\s+|dem\s+|zum\s+)?(?P<b>\d{1,2})(?:st|nd|rd|th|\.)(?!\d)"
    rf"(?!\s*(?:of\s+|de\s+)?(?:{'|'.join(month_numbers('en', 'de', 'es'))})\b)",
    re.IGNORECASE,
)
# "Ist der 19. noch frei?" asks of that day.
THAT_DAY = lazily(r"\bder\s+(?=\d{1,2}\.(?!\d))", re.IGNORECASE)
# "Between Christmas and New Year": of "in the new year" no day is meant.
NEW_YEAR = lazily(
    r"\b(?:to|and|until|till|over|at|for|before|by)\s+new\s+year(?!['’]?s\b)", re.IGNORECASE
)
BETWEEN = lazily(
    r"\b(?:between|zwischen|entre)\s+(?:the\s+|dem\s+|el\s+)?(?P<first>\S+(?:\s+\S+){0,2}?)\s+(?:and|und|y)\s+",
    re.IGNORECASE,
)
WHO_OR_WHEN = lazily(
    r"\b(?:who(?:['’]?s|se)?|when|wer|wem|wen|wann|quién(?:es)?|cuándo)\b", re.IGNORECASE
)
# Words for what is on, and what goes with them, in any of the three languages.
OF_PLANS = frozenset(
    """
    weißt wissen ob
    packed full quiet crowded hectic empty stressful store important dates voll leer vollgepackt
    stressig ruhig erwartet erwarten wichtigen da wer ansonsten on going happening happens
    happen plan plans planned appointment appointments event events schedule scheduled calendar
    diary agenda look looks looking like doing do got gotten have busy free anything something
    everything nothing whats what's hows how's wheres list show tell give see coming upcoming
    come due date thing things stuff need remember know think supposed commitments commitment
    booked arranged lined already else time available arrangements engagements special
    interesting ahead next still again plz please day days week month weekend morning afternoon
    evening far today mine ive im remind memorable ones one happened went did look's los vor
    vorhabe vorhaben ansteht anstehen anstehend steht stehen geplant pläne plaene plane termin
    termine terminen verabredung verabredungen verabredet kalender ereignis ereignisse sieht
    schaut aus frei zeit gibt gibts liegt passiert passieren mache machen tun hab habe habn
    haben alles alle etwas irgendwas irgendetwas was eigentlich merken denken wichtig wichtige
    wichtiges schon zeig zeige sag nenn nenne liste bitte gerade muss müssen soll sollte
    vergessen dran drin bevor bevorsteht eingetragen ausgemacht fällig nichts denn mal so läuft
    laeuft gemacht war unternehmen unternommen beschäftigt verplant tag tage woche monat
    wochenende nächstes nächste demnächst wieder weiß weißt kommt anliegt stattfindet statt
    findet anliegen noch sonst übersicht hay tengo tenemos planes citas cita pasa hacer hago
    hacemos haciendo eventos evento libre ocupado ocupada previsto pendiente pendientes
    calendario toca algo planeado semana mes día finde fin hice
    """.split()
)
# What asks for what is to come without a time: "what's coming up?", "welche Termine hab ich?".
TO_COME = lazily(
    r"\b(?:(?:important|which|what|my)\s+dates|coming\s+up|upcoming|lined\s+up|appointments|on\s+(?:the|my)\s+(?:calendar|agenda|schedule|diary)"
    r"|in\s+(?:my|the)\s+(?:calendar|diary|agenda)|(?:my|any|what)\s+plans|scheduled|ahead|ansteh\w*|steht\s+(?:\w+\s+){0,3}?an"
    r"|stehen\s+(?:\w+\s+){0,3}?an|bevorsteh\w*|steht\s+(?:\w+\s+)?bevor|demnächst|termine|anliegt|liegt\s+an|im\s+kalender"
    r"|próximas?\s+citas|citas|pendientes?)\b",
    re.IGNORECASE,
)
# Somebody who comes: "hab ich am Samstag Besuch?".
OF_VISITS = frozenset(
    """
    visit visits visiting visitor visitors guest guests company anyone anybody someone somebody
    coming comes come over round around stay staying besuch besucher gast gäste jemand kommt
    kommen vorbei visita visitas invitados alguien viene vienen
    """.split()
)
VISIT = lazily(
    r"\b(?:visit\w*|guests?|com(?:es|ing|e)|stay\w*|over\s+for|round\s+for|besuch\w*|gäste|kommt|kommen|vorbei"
    r"|übernacht\w*|visita\w*|viene[n]?)\b",
    re.IGNORECASE,
)
OF_BIRTHDAYS = frozenset(
    """
    birthday birthdays bday bdays born geburtstag geburtstage geburtstagen geburtstagskind
    geburtstagskinder geboren feiert feiern cumpleaños cumple cumplen celebrate celebrates
    celebrating
    """.split()
)
OF_ANYBODY = frozenset("who whose wer wessen anyone anybody someone jemand alguien quién".split())
BIRTHDAYS = lazily(
    r"\b(?:birthdays|bdays|geburtstagen?|geburtstage|geburtstagskind\w*|cumpleaños|(?:birth|b)day|geburtstag|cumple)\b",
    re.IGNORECASE,
)
SEVERAL_BIRTHDAYS = lazily(r"\b(?:birthdays|bdays|geburtstagen?|cumpleaños)\b", re.IGNORECASE)
MINE = lazily(r"\b(?:my|mein\w*|mi)\b", re.IGNORECASE)
