"""The words for numbers, by language: everybody takes them from here. All in small letters."""

# From 0 on, each with its other spellings.
_UP_TO_TWENTY = {
    "en": "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve,"
    " thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty",
    "de": "null, eins, zwei zwo, drei, vier, fünf fuenf, sechs, sieben, acht, neun, zehn, elf,"
    " zwölf zwoelf, dreizehn, vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn, zwanzig",
    "es": "cero, uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece,"
    " catorce, quince, dieciséis, diecisiete, dieciocho, diecinueve, veinte",
    "fr": "zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize,"
    " quatorze, quinze, seize, dix-sept, dix-huit, dix-neuf, vingt",
}
# From 30 on.
_TENS = {
    "en": "thirty, forty, fifty, sixty, seventy, eighty, ninety",
    "de": "dreißig dreissig, vierzig, fünfzig, sechzig, siebzig, achtzig, neunzig",
    "es": "treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa",
}
# One of something.
_ARTICLES = {
    "en": "a an",
    "de": "ein eine einen einem einer",
    "es": "un una",
}


def number_words(first: int, last: int, *languages: str) -> dict[str, int]:
    """The numbers from `first` to `last` by all their spellings: to 20 all, then the tens to 90."""
    found: dict[str, int] = {}
    for language in languages:
        values = [*enumerate(_UP_TO_TWENTY[language].split(","))]
        tens = _TENS.get(language, "")
        values += [(30 + 10 * n, words) for n, words in enumerate(filter(None, tens.split(",")))]
        found |= {w: n for n, words in values if first <= n <= last for w in words.split()}
    return found


def articles(*languages: str) -> tuple[str, ...]:
    """What says that there is one: "a", "eine", "una"."""
    return tuple(word for language in languages for word in _ARTICLES[language].split())
