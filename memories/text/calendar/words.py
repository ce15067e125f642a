"""The words for times in English, German and Spanish, as `times` reads them."""

from memories.text.calendar.names import month_numbers, weekday_numbers
from memories.text.meaning.number_words import articles, number_words

MONTHS = month_numbers("en", "de", "es")
WEEKDAYS = weekday_numbers("en", "de", "es")
# How many there may be of them: to twelve, and those of a fortnight or a month.
NUMBERS: dict[str, int] = {
    **dict.fromkeys(articles("en", "de", "es"), 1),
    "couple": 2,
    **{
        word: number
        for word, number in number_words(1, 30, "en", "de", "es").items()
        if number <= 12 or number in (14, 15, 20, 30)
    },
}
UNITS: dict[str, str] = {
    word: unit
    for unit, words in {
        "day": "day days tag tage tagen día días dia dias",
        "week": "week weeks wk wks woche wochen semana semanas",
        "fortnight": "fortnight fortnights",
        "month": "month months monat monate monaten mes meses",
        "year": "year years yr yrs jahr jahre jahren año años",
    }.items()
    for word in words.split()
}
SEASONS: dict[str, int] = {
    word: month
    for month, words in {
        3: "spring frühling frühjahr primavera",
        6: "summer sommer verano",
        9: "autumn fall herbst otoño",
        12: "winter invierno",
    }.items()
    for word in words.split()
}
DAYS: dict[str, int] = {
    "the day after tomorrow": 2, "day after tomorrow": 2, "übermorgen": 2, "uebermorgen": 2,
    "pasado mañana": 2, "the day before yesterday": -2, "day before yesterday": -2,
    "vorgestern": -2, "anteayer": -2, "antier": -2, "tomorrow": 1, "tmrw": 1, "tmr": 1, "tomoz": 1,
    "morgen": 1, "mañana": 1, "yesterday": -1, "last night": -1, "gestern": -1, "ayer": -1,
    "anoche": -1, "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0,
    "this evening": 0, "heute": 0, "hoy": 0, "esta noche": 0,
}  # fmt: skip
# What says that something is on another day than before, in a regular expression.
MOVED = (
    r"mov(?:e[sd]?|ing)|push(?:ed|es|ing)?|bump(?:ed|ing)?|postpon\w+|re-?schedul\w+|re-?book\w*"
    r"|re-?arrang\w+|shift(?:s|ed|ing)?|chang\w+|swap\w*|switch\w*|defer\w*|delay\w*|slipp\w+"
    r"|(?:shov|nudg|shunt|squeez|knock|kick|slott?)(?:ed|es|e|s|ing)?"
    r"|put\s+(?:\w+\s+)?(?:off|back)|br(?:ought|ing\w*)\s+(?:\w+\s+)?forward|versch[io]\w*|(?:vor)?verleg\w*|vorgezogen"
    r"|\w*geschoben|umgebucht|umgelegt|cambi\w+|aplaz\w+|movi\w+|pasa(?:n|ron|mos)?|pasó"
)
# Month and day, or how many days from Easter or from the first Sunday of Advent; or the nth
# weekday (Monday is 0) of a month.
HOLIDAYS: dict[str, tuple[int, int] | tuple[int, int, int] | str] = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25),
    "boxing day": (12, 26), "new year's eve": (12, 31), "new years eve": (12, 31),
    "new year's day": (1, 1), "new years day": (1, 1), "new year's": (1, 1), "halloween": (10, 31),
    "valentine's day": (2, 14), "valentine's": (2, 14), "heiligabend": (12, 24),
    "weihnachten": (12, 25), "silvester": (12, 31), "neujahr": (1, 1), "nochebuena": (12, 24),
    "navidad": (12, 25), "nochevieja": (12, 31), "año nuevo": (1, 1), "los reyes": (1, 6),
    "good friday": "easter-2", "easter saturday": "easter-1", "easter sunday": "easter",
    "easter monday": "easter+1", "easter": "easter", "ostern": "easter",
    "karfreitag": "easter-2", "ostersamstag": "easter-1", "ostersonntag": "easter",
    "ostermontag": "easter+1", "pfingsten": "easter+49",
    "semana santa": "easter-7", "thanksgiving": (11, 4, 3),
    "hogmanay": (12, 31), "burns night": (1, 25), "st patrick's day": (3, 17),
    "bonfire night": (11, 5), "all saints' day": (11, 1), "all souls' day": (11, 2),
    "st nicholas day": (12, 6), "st stephen's day": (12, 26), "epiphany": (1, 6),
    "shrove tuesday": "easter-47", "pancake day": "easter-47", "ash wednesday": "easter-46",
    "palm sunday": "easter-7", "maundy thursday": "easter-3", "ascension day": "easter+39",
    "whit sunday": "easter+49", "whit monday": "easter+50", "advent sunday": "advent",
    "heiliger abend": (12, 24), "heiligen abend": (12, 24), "heilig abend": (12, 24),
    "weihnachtstag": (12, 25), "christtag": (12, 25), "stephanstag": (12, 26),
    "stefanstag": (12, 26), "stephanitag": (12, 26), "stefanitag": (12, 26),
    "altjahrabend": (12, 31), "altjahrsabend": (12, 31), "neujahrstag": (1, 1),
    "berchtoldstag": (1, 2), "bärzelistag": (1, 2), "dreikönigstag": (1, 6),
    "dreikönigen": (1, 6), "dreikönige": (1, 6), "dreikönig": (1, 6),
    "heilige drei könige": (1, 6), "heiligen drei könige": (1, 6), "valentinstag": (2, 14),
    "josefstag": (3, 19), "josefitag": (3, 19), "tag der arbeit": (5, 1), "bundesfeier": (8, 1),
    "bundesfeiertag": (8, 1), "mariä himmelfahrt": (8, 15), "maria himmelfahrt": (8, 15),
    "tag der deutschen einheit": (10, 3), "reformationstag": (10, 31), "allerheiligen": (11, 1),
    "allerseelen": (11, 2), "martinstag": (11, 11), "mariä empfängnis": (12, 8),
    "maria empfängnis": (12, 8), "nikolaustag": (12, 6), "an nikolaus": (12, 6),
    "samichlaustag": (12, 6), "muttertag": (5, 2, 6), "bettag": (9, 3, 6),
    "buß- und bettag": "advent-11", "buss- und bettag": "advent-11",
    "schmutziger donnerstag": "easter-52", "schmutzigen donnerstag": "easter-52",
    "rosenmontag": "easter-48", "faschingsdienstag": "easter-47", "fastnachtsdienstag": "easter-47",
    "aschermittwoch": "easter-46", "palmsonntag": "easter-7", "gründonnerstag": "easter-3",
    "weißer sonntag": "easter+7", "weißen sonntag": "easter+7", "weisser sonntag": "easter+7",
    "weissen sonntag": "easter+7", "an auffahrt": "easter+39", "über auffahrt": "easter+39",
    "auffahrtstag": "easter+39", "auffahrtsdonnerstag": "easter+39",
    "christi himmelfahrt": "easter+39", "himmelfahrt": "easter+39", "vatertag": "easter+39",
    "pfingstsonntag": "easter+49", "pfingstmontag": "easter+50", "fronleichnam": "easter+60",
    "viernes santo": "easter-2", "domingo de ramos": "easter-7", "todos los santos": (11, 1),
    "día de reyes": (1, 6),
}  # fmt: skip
_WHICH = ("", "1. ", "ersten ", "erster ", "erste "), ("2. ", "zweiten ", "zweiter ", "zweite ")
for _n, _words in enumerate(_WHICH):
    # "Am zweiten Weihnachtstag", "2. Weihnachtsfeiertag".
    for _word in _words:
        HOLIDAYS[f"{_word}weihnachtstag"] = (12, 25 + _n)
        HOLIDAYS[f"{_word}weihnachtsfeiertag"] = (12, 25 + _n)
for _n, _words in enumerate((*_WHICH, ("3. ", "dritten ", "dritter "), ("4. ", "vierten "))):
    for _word in filter(None, _words):
        HOLIDAYS[f"{_word}advent"] = f"advent+{7 * _n}"


def is_feast(words: str) -> bool:
    """Whether words name a day by the name of its feast: "Easter", "an Weihnachten"."""
    return any(words.lower().replace("’", "'").endswith(name) for name in HOLIDAYS)


NEXT = """
    next coming nächste nächsten nächster nächstes nächstem kommende kommenden kommender kommendes
    próximo próxima proximo proxima
"""
THIS = "this diese diesen dieser dieses diesem este esta"
LAST = """
    last past letzte letzten letzter letztes letztem vergangene vergangenen vergangenes vorige
    voriges vorigen pasado pasada
"""
AFTER_NEXT = "übernächste übernächsten übernächster übernächstes"

SINCE = "since seit seitdem desde"
UNTIL = "until till til by bis hasta"
BEFORE = "before antes"
AFTER = "after nach después despues"
EVERY = "every each jeden jede jedes cada todos todas los"
