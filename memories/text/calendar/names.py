"""The names of months and days of the week: whoever looks for them in a text takes them from here.

All in small letters. Some are words as well ("may", "march", "mars"): who cannot tell them apart
leaves them out.
"""

# By language and in order: each name, then its other spellings and short forms.
_MONTHS = {
    "en": "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug,"
    " september sept sep, october oct, november nov, december dec",
    "de": "januar jänner, februar feber, märz maerz, april, mai, juni, juli, august, september,"
    " oktober okt, november, dezember dez",
    "es": "enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre setiembre, octubre,"
    " noviembre, diciembre",
    "fr": "janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre,"
    " décembre",
}
_WEEKDAYS = {
    "en": "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
    "de": "montag, dienstag, mittwoch, donnerstag, freitag, samstag sonnabend, sonntag",
    "es": "lunes, martes, miércoles miercoles, jueves, viernes, sábado sabado, domingo",
    "fr": "lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche",
}
# The days of a month as they are spelled out before or after its name.
_FIRST_DAYS = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    "de": "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt"
    " vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst",
    "es": "primero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
    " dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro"
    " veinticinco veintiséis veintisiete veintiocho veintinueve treinta",
}
_GERMAN_ONES = "ein zwei drei vier fünf sechs sieben acht neun"
_GERMAN_ENDINGS = ("e", "en", "er", "es")

# English alone: "do" and "mi" are words of German and Spanish.
SHORT_WEEKDAYS = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4,
    "sat": 5, "sun": 6,
}  # fmt: skip


def months(*languages: str) -> tuple[str, ...]:
    """Their names, without short forms, language by language from January on."""
    return tuple(names[0] for language in languages for names in _split(_MONTHS[language]))


def month_numbers(*languages: str) -> dict[str, int]:
    """Each month from 1 to 12 by all its spellings, short forms included."""
    return {
        spelling: number
        for language in languages
        for number, names in enumerate(_split(_MONTHS[language]), 1)
        for spelling in names
    }


def days_spelled() -> dict[str, int]:
    """The days of a month as English, German and Spanish spell them: "twenty-first", "neunten"."""
    english, german, spanish = (_FIRST_DAYS[language].split() for language in ("en", "de", "es"))
    found = dict(zip(english, range(1, 21), strict=True))
    found |= {f"twenty-{day}": 20 + n for n, day in enumerate(english[:9], 1)}
    found |= {f"twenty {day}": 20 + n for n, day in enumerate(english[:9], 1)}
    found |= {"thirtieth": 30, "thirty-first": 31, "thirty first": 31}
    stems = dict(zip(german, range(1, 21), strict=True))
    stems |= {f"{one}undzwanzigst": 20 + n for n, one in enumerate(_GERMAN_ONES.split(), 1)}
    stems |= {"dreißigst": 30, "einunddreißigst": 31}
    found |= {f"{stem}{ending}": n for stem, n in stems.items() for ending in _GERMAN_ENDINGS}
    found |= dict(zip(spanish, range(1, 31), strict=True))
    return found | {"uno": 1, "treinta y uno": 31}


def weekdays(*languages: str, plural: bool = False) -> tuple[str, ...]:
    """Their names, language by language from Monday on; with `plural` also "mondays", "montags"."""
    names = [names[0] for language in languages for names in _split(_WEEKDAYS[language])]
    if plural:
        names += [f"{name}s" for name in names if not name.endswith("s")]
    return tuple(names)


def weekday_numbers(*languages: str) -> dict[str, int]:
    """Each day of the week by all its spellings; Monday is 0, as in Python."""
    return {
        spelling: number
        for language in languages
        for number, names in enumerate(_split(_WEEKDAYS[language]))
        for spelling in names
    }


def _split(table: str) -> list[list[str]]:
    return [names.split() for names in table.split(",")]
