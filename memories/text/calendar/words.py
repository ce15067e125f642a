"""The words for times in English, German and Spanish, as `times` reads them."""

from memories.text.calendar.names import month_numbers, weekday_numbers

MONTHS = month_numbers("en", "de", "es")
WEEKDAYS = weekday_numbers("en", "de", "es")
NUMBERS: dict[str, int] = {
    word: number
    for number, line in enumerate(
        """
        a an one ein eine einen einem einer un una uno
        two zwei dos couple
        three drei tres
        four vier cuatro
        five fünf fuenf cinco
        six sechs seis
        seven sieben siete
        eight acht ocho
        nine neun nueve
        ten zehn diez
        eleven elf once
        twelve zwölf zwoelf doce
        """.strip().splitlines(),
        1,
    )
    for word in line.split()
} | {"fourteen": 14, "vierzehn": 14, "quince": 15, "twenty": 20, "zwanzig": 20, "veinte": 20,
     "thirty": 30, "dreißig": 30, "treinta": 30}  # fmt: skip
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
# Month and day; Easter and what goes with it is counted from it, Thanksgiving from November.
HOLIDAYS: dict[str, tuple[int, int] | str] = {
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
    "semana santa": "easter-7", "thanksgiving": "thanksgiving",
}  # fmt: skip


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
