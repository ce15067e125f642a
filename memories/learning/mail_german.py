"""How a German letter says what is so for long: the writer's states and habits, and their family.

As strict as for English (memories.learning.mail): what speaks to whoever gets the letter, of this
moment, or of something that only the letter names, is talk.
"""

from memories.text.patterns import lazily

_OFTEN = (
    r"(?:\s+(?:auch|immer|meistens?|normalerweise|gewöhnlich|oft|noch|jetzt|inzwischen|mittlerweile"
    r"|eigentlich|wirklich|nie|nur|schon|selten|sehr|gern|lieber|beruflich|privat|seit\s+\w+(?:\s+\w+)?"
    r"|\w+tags))*"
)
_DO = (
    r"(?:wohne|lebe|arbeite|benutze|nutze|besitze|bevorzuge|mag|liebe|hasse|spiele|spreche|unterrichte"
    r"|studiere|fahre|reite|sammle|trinke|esse|rauche|trage|pendle|singe|wiege|heiße|stamme|halte|züchte"
    r"|engagiere\s+mich)"
)
# Nouns of what a letter is about, and of what one has for a moment.
_TALK = (
    r"(?:Frage|Bitte|Problem|Idee|Vorschl[aä]g|Termin|Wunsch|Anliegen|Gefühl|Eindruck|Fehler|Moment|Minute"
    r"|Stunde|Zeit|Lust|Anhang|Datei|E?-?Mail|Nachricht|Ahnung|Zweifel|Angebot|Kopie|Sorge|Hoffnung|Grund"
    r"|Urlaub|Brief|Rechnung|Unterlagen|Formular|Paket|Bescheid|Verständnis|Interesse|Angst|Hunger|Glück"
    r"|Dienst|Besuch|Erkältung|Fieber|Grippe)"
)
_WHOM = (
    r"(?:Name|Frau|Mann|Partner(?:in)?|Freund(?:in)?|Verlobter?|Mutter|Vater|Eltern|Schwester|Bruder"
    r"|Geschwister|Sohn|Söhne|Tochter|Töchter|Kind(?:er)?|Zwillinge|Onkel|Tante|Cousine?|Nichte|Neffe|Oma|Opa"
    r"|Großmutter|Großvater|Großeltern|Schwieger\w+|Enkel\w*|Hund|Hündin|Katze|Kater|Pferd|Chef(?:in)?"
    r"|Mitbewohner(?:in)?|(?:Haus|Zahn|Kinder)?(?:[Aa]rzt|[Ää]rztin)|Adresse|Anschrift|Postanschrift"
    r"|(?:Telefon|Handy|Mobil)?[Nn]ummer|Geburtstag|Beruf|Arbeitgeber|Haus|Wohnung|Auto|Fahrrad|Rad|Boot"
    r"|Muttersprache|Blutgruppe|Staatsangehörigkeit|Nachname|Mädchenname|Hobbys?|Lieblings\w+)"
)
_ON_A_DAY = r"(?:am\s+(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|am\s+Mittwoch)"
_ENDS_DONE = (
    r"\b(?:ge\w+(?:t|en)|\w+(?:ge\w+t|ge\w+en|iert)|(?:be|ver|er|ent|über|unter)\w+(?:t|en))[.!]$"
)

_STATES = lazily(
    # "Ich wohne …", "Montags arbeite ich …"
    rf"(?:(?:\w+,?\s+){{0,2}}?[Ii]ch{_OFTEN}\s+{_DO}\b|(?:\w+\s+){{0,2}}?(?:\w+tags|seit\s+\w+|Seit\s+\w+)\s+{_DO}\s+ich\b"
    # "Ich bin Lehrerin", "… allergisch gegen …", "… in Kiel geboren"
    rf"|(?:\w+,?\s+){{0,2}}?[Ii]ch\s+bin{_OFTEN}\s+(?:allergisch|verheiratet|geschieden|ledig|verwitwet|alleinerziehend"
    r"|rentner\w*|schwerhörig|farbenblind|\d+\s+Jahre|in\s+[A-ZÄÖÜ][\w-]+\s+(?:geboren|aufgewachsen)"
    r"|(?!Ihnen|Sie\b|Ihre?|Euch|Dir|Dein|Mitte\b|Ende\b|Anfang\b|\w+tag\b|Mittwoch\b)[A-ZÄÖÜ][\w-]+\b)"
    # "Ich habe zwei Katzen"
    rf"|(?:\w+,?\s+){{0,2}}?[Ii]ch\s+habe{_OFTEN}\s+(?:einen?|eine|ein|zwei|drei|vier|fünf|keinen?|keine|kein|\d+)"
    rf"(?:\s+[a-zäöüß]\w+){{0,2}}\s+(?!\w*{_TALK})[A-ZÄÖÜ][\w-]+\b(?!.*{_ENDS_DONE})"
    # "Meine Schwester Tove wohnt in Bergen"
    rf"|(?:\w+,?\s+){{0,2}}?(?:[Mm]eine?|[Uu]nsere?)\s+(?:[a-zäöüß]\w+\s+){{0,2}}{_WHOM}(?:\s+[A-ZÄÖÜ][\w-]+)?\s+"
    r"(?:ist|sind|wohnt|wohnen|lebt|leben|arbeitet|hat|haben|heißt|heißen|spricht|unterrichtet|studiert|spielt|lautet|leitet|geht)\b)"
)
_TALKS = lazily(
    r"\b(?:Sie|Ihnen|Ihre?[nmrs]?|[Dd]u|[Dd]ir|[Dd]ich|[Dd]eine?[nmrs]?|[Ee]uch|[Ee]uer|[Ee]ure[nmrs]?)\b"
    r"|^(?:\S+\s+){0,4}?(?:es|sie|er|ihn|ihm|dies\w*|jene\w*|dort|hier|da|dafür|damit|darüber|davon|dazu"
    r"|daran|deshalb|deswegen|daher|solche?\w*)\b"
    r"|\b(?:heute|gerade|momentan|zurzeit|derzeit|augenblicklich|vorübergehend|morgen|gestern|gleich|nachher"
    r"|wieder|anbei|im\s+(?:Moment|Augenblick|Anhang)|diesen?\s+(?:Woche|Monat|Abend|Vormittag|Nachmittag)"
    r"|dieser\s+Woche|nächste\w*|kommende\w*|letzte\w*)\b"
    # What is not sure, or only would be so.
    r"|\b(?:vielleicht|eventuell|wahrscheinlich|vermutlich|wohl|möglicherweise|hoffentlich|falls|wenn|könnten?"
    r"|würden?|hätten?|wären?|dürften?|müssten?)\b"
    rf"|\b{_ON_A_DAY}\b|\b{_TALK}\w{{0,2}}\b"
)


def lasts_in_german(words: str) -> bool:
    """Whether a sentence of a letter says in German how something is for long."""
    return bool(_STATES.match(words)) and not _TALKS.search(words)
