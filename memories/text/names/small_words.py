"""The small words around names: titles, "my" and "the", what says that one is called another."""

import re
from functools import cache

from memories.text.calendar.names import month_numbers, weekdays
from memories.text.languages import small_words as small_words_of
from memories.text.names.titles import OTHER_WORDS, titles
from memories.text.words import STOP_WORDS

CONTRACTED = frozenset(
    "it that what there here let he she who how where when everything nothing".split()
)
# Before a given name too: "Don Pedro".
POLITE = frozenset("don doña".split())
TITLES = titles() - POLITE - {"m", "pan", "pani"}
# Titles that are words as well: "I miss Lena".
ALSO_TITLES = TITLES & OTHER_WORDS
MONTHS = frozenset(month_numbers("en", "de", "es"))
_DATES = (*weekdays("en", plural=True), *weekdays("de", "es"), *MONTHS)
# Given names that are months, and each as a month that is no name.
MONTHS_AND_NAMES = {
    "jan": "january",
    "april": "abril",
    "may": "mayo",
    "june": "juni",
    "august": "agosto",
}
NO_NAMES = frozenset(_DATES) - MONTHS_AND_NAMES.keys() | frozenset(
    "christmas easter halloween weihnachten ostern silvester navidad"
    " english german french spanish italian polish turkish russian chinese"
    " japanese dutch portuguese swedish american british irish scottish welsh indian greek arabic"
    " korean european deutsch englisch französisch spanisch italienisch inglés español alemán"
    " francés god jesus ok okay tv pdf dvd id ai usb pc uk us usa eu gmbh ps btw fyi lol omg wifi"
    " wi-fi internet google gps diy cv hr it pm am asap ceo cto atm faq etc xmas dm insta"
    " jeans mot mfk tüv".split()
)
# Given names that are words as well: only with a capital, and not where any word would have one.
ALSO_WORDS = frozenset(
    "will mark art pat may rose grace hope faith drew rob sue chase don gene guy dawn jack nick"
    " rich frank bill april june august jan max penny ruby holly ivy iris daisy lily violet olive"
    " hazel heather ginger basil pearl amber jade crystal joy love lucky angel star summer autumn"
    " sky rain destiny harmony melody miracle blessing precious patience charity felicity mercy"
    " honor justice king queen prince duke earl major junior hunter mason carter taylor cook baker"
    " mo kit dot bud buddy sonny miles lance rod ray cliff glen dean dale brook river reed lane"
    " ford heath west north page paige parker gray grey reese clay stone flint colt wolf ernst lieb"
    " reich klein bär stern sol luz mar paz flor alma reina rosa blanca nieves dolores consuelo"
    " socorro pilar mercedes ángel jesús cruz rey león domingo victoria gloria aurora linda bella"
    " viola clementine mina ali dick randy willy jimmy bob barb tab mac ash bay cat fern"
    " forest fox".split()
)
MY = frozenset(
    "my our mine mein meine meinem meinen meiner meines unser unsere unserem unseren unserer mi mis"
    " nuestro nuestra nuestros nuestras me".split()
) - {"mine", "me"}
THEIRS = frozenset(
    "her his their your its ihr ihre ihrem ihren ihrer sein seine seinem seinen seiner dein deine"
    " deinem deinen deiner su sus tu tus".split()
)
THE = frozenset("the der die das den dem des el la los las this that dieser diese".split())
IN_THE = frozenset("im am beim vom zum zur ins al del".split())
A = frozenset("a an one some another ein eine einen einem einer un una uno otro otra".split())
OTHER = frozenset("other another andere anderen anderer otra otro different second".split())
NEW = frozenset("new neue neuer neuen neues neuem nuevo nueva".split())
FORMER = frozenset(
    "old former ex previous late alte alter alten ehemalige ehemaliger ehemaligen frühere früherer"
    " früheren antiguo antigua anterior last".split()
)
ADJECTIVES = (
    OTHER
    | NEW
    | FORMER
    | frozenset(
        "big little wee older younger elder eldest oldest youngest twin dear lovely own favourite"
        " best wonderful crazy german english spanish great good close long-time current present"
        " poor direct next-door big-hearted beloved only große großer großen kleine kleiner kleinen"
        " ältere älterer älteren jüngere jüngerer jüngeren liebe lieber lieben jetzige jetziger"
        " gran pequeño pequeña mejor querida querido actual mayor menor hermosa".split()
    )
)
AFTER_ADJECTIVES = frozenset("mayor menor nueva nuevo gemela gemelo pequeña pequeño actual".split())
IS = frozenset("is was are be being ist war es era becomes became bleibt 's 're".split())
CALLED = frozenset(
    "called named name heißt heisst hieß namens genannt llama llamaba llamada llamado".split()
)
BEFORE_NAME = frozenset("now jetzt ahora se the also auch der die".split())
NOT = frozenset("not no never longer isn't wasn't ain't nicht kein keine nie mehr ya".split())
FROM = frozenset("from at in of aus vom von im bei beim del de".split())
DEPARTMENTS = frozenset(
    "accounting accounts hr sales marketing finance legal support work reception payroll logistics"
    " engineering buchhaltung vertrieb personal einkauf contabilidad ventas recepción".split()
)
# What opens a sentence before a name: "Put Lichess on the tablet".
DONE_FIRST = frozenset(
    "put told met saw got took gave asked booked bought sold drove visited called rang texted"
    " emailed paid lent left joined started finished found made sent read watched heard used try"
    " tried installed ordered returned fixed cleaned cooked fed walked using started".split()
)
FROM_THERE = frozenset("from aus vom von del de".split())
JOINING = frozenset("de del la las los van von der den zu zur di da dos al bin ibn of".split())
BESIDE_COMPANY = frozenset("sons son co brothers daughters partners söhne hijos".split())
MEASURES = frozenset(
    "ende anfang mitte kilo glas tasse flasche liter stück paar uhr prozent euro meter art teil"
    " stunde stunden tag tage woche wochen monat monate jahr jahre frau herr familie opa"
    " oma".split()
)
DESCRIBES = re.compile(
    r"^(?!(?:ein|mein|dein|sein|ihr|unser|euer|kein|d)e?[nrms]\b)[a-zäöü]{3,}e[nrms]$"
)
# "The Guatemalan roaster".
PEOPLES = re.compile(r"(?:ish|ese|[aei]an|thai|dutch|greek|czech|swiss|french)$")
SPOKEN_KIN = frozenset(
    "mum mom mam mama mummy mommy dad daddy papa vati mutti mami papi papá mamá grandma gran nan"
    " nana granny grandpa grandad granddad oma opa abuela abuelita abuelo".split()
)
IN_PLACE = frozenset("in near nach en outside".split())
TO_PLACE = frozenset("from aus to around through via visiting desde hasta hacia".split())
AT_FIRM = frozenset("at joined bei beim".split())
WITH_SOMEBODY = frozenset(
    "seeing met meet meeting told asked owe lent married dating with texted mit con conocí".split()
)
# "She's called", "his name is": whoever was spoken of right before.
IS_CALLED = re.compile(
    r"\b(?:(?P<who>she|he|it|they|sie|er|es|ella|él)(?:(?:['’]?s|['’]?re| is| are) (?:called|named)"
    r"| hei(?:ß|ss)t| se llama)"
    r"|(?P<whose>her|his|its|their|ihr|sein|su) (?:(?:first|full|real|given|voller) )?"
    r"(?:name|vorname|nombre)(?:['’]s| is| ist| es)"
    r"|(?:call|calls|called|calling) (?P<whom>her|him|it))"
    r"(?: (?:actually|really|also|now|just|übrigens|eigentlich|jetzt|auch))*\s+[\"“„'«]?$",
    re.IGNORECASE,
)
# "The conductor is Zdeněk", "our umpire, Tom": what a word that no list has says somebody is.
IS_THE = re.compile(
    r"(?P<words>(?:\b(?:my|our|the|meine?[nmr]?|unsere?[nmr]?|der|die|mi|nuestr[oa]|el|la) "
    r"|(?:^|(?<=[.!?] )))(?P<role>[^\W\d_]{4,}))"
    r"(?: (?:of|at|in|for|von|vom|der|des|im|bei|beim|de|del) [^.!?,:]{2,40}?)?"
    r"(?P<joint>['’]s| is| was| ist| war| hei(?:ß|ss)t| es| se llama|,|:)"
    r"(?: (?:called|now|jetzt|ahora))? $",
    re.IGNORECASE,
)
# Of these that is not said: "the problem is Tom".
NOBODYS = frozenset(
    "problem answer question name favourite favorite winner capital best worst only thing point"
    " guess idea plan choice next last first other rest reason result deadline date time month"
    " password code week today morning evening truth main surname nickname weather city town"
    " country street brand model colour color number email address lieblings antwort frage"
    " hauptstadt nächste letzte erste einzige beste grund tag monat stadt marke farbe nummer"
    " adresse respuesta pregunta nombre mejor ciudad marca".split()
)
# "Khalid's surname is Benali", "Khalids Nachname ist Benali".
SURNAME_IS = re.compile(
    r"^(?:['’]?s)? (?:surname|last name|family name|nachname|apellido) (?:is|ist|es)\s+$",
    re.IGNORECASE,
)
# "Jo married Hagen", "Chidi's married to Lena".
MARRIED = re.compile(
    r"^(?:['’]?s| is| was| has been| got)? (?:just )?married (?:to )?$"
    r"|^ (?:heiratet|heiratete) $|^ (?:se casó|está casad[oa]) con $",
    re.IGNORECASE,
)
BESIDE = re.compile(
    r"^\s*(?:,|and|und|y|e|&|, and|plus|or|oder|o)\s*$|^,? \d{1,2},? (?:and|y|und) $"
)
SAYS_ALSO = re.compile(
    r"^(?:\s+(?:from|in|at|aus|von)\s[\w ]{1,30}?)?\s*[,(–—-]*\s*"
    r"(?:aka|a\.k\.a\.?|alias|also (?:known as|called)|better known as|known as"
    r"|(?:who )?goes by|everyone calls (?:her|him|them|it)|(?:we|i|they) (?:all )?call (?:her|him"
    r"|them|it)|nicknamed|(?:her|his|their) nickname is|genannt|besser bekannt als|alle nennen"
    r" (?:sie|ihn|es)|wir nennen (?:sie|ihn|es)|alias|(?:más )?conocid[oa] como|(?:le|la|lo)"
    r" (?:llamamos|llaman|decimos|dicen)|(?:(?:which|that)(?: is|['’]s) |is )?short for|kurz für"
    r"|heißt eigentlich"
    r"|(?:her|his|its) (?:real|full) name is|se llama en realidad)\s+[\"“„'«]?$",
    re.IGNORECASE,
)
ANYBODY_CALLS = re.compile(
    r"(?:\b(?:calls?|called|calling) (?:her|him|it|them)"
    r"|\b(?:everyone|everybody|we|i|they|people|kids|friends)(?: all)?(?: just)? says?"
    r"|\b(?:alle|wir|sie|ich|freunde) (?:nennen?|sagen?)(?: (?:sie|ihn|es|nur|einfach|immer|auch))*"
    r"|\b(?:le|la|lo) (?:llamamos|llaman|decimos|dicen)|\bgoes by|\bnick(?:name)?(?:d| is)?"
    r"|\bspitzname(?: ist)?|\b(?:full|real) name(?: is|:)?|, (?:eigentlich|richtig))"
    r"\s+[\"“„'«]?$",
    re.IGNORECASE,
)
# "Nee, which is what I've always called Niamh", "Anni (so nennen wir Annegret)": another name
# stands before, whatever word it is.
WHAT_WE_CALL = re.compile(
    r"(?:^|[\s(\"“„])(?:the |der |die |das )?(?P<also>[^\W\d_][\w'’-]*)[\"”“]?\s*[,(–—-]+\s*"
    r"(?:(?:(?:which|that)(?: is|['’]s) |as |it['’]s )?(?:what|how) [^.!?;()]{1,50}?\bcall(?:s|ed)?"
    r"|as [^.!?;()]{1,40}?\b(?:calls?|insists on (?:calling|translating))"
    r"|(?:so|wie) [^.!?;(),]{0,30}?\b(?:nenn(?:e|en|t|st)|hei(?:ß|ss)t)\b[^.!?;(),]{0,40}?"
    r"|(?:como|así) [^.!?;(),]{0,30}?\b(?:llama(?:mos|n)?|llamo) a)\s+$",
    re.IGNORECASE,
)
# What somebody else said: a name or a word in quotation marks is none of that.
QUOTES = re.compile(r"[\"“„«‹](?:[^\s\"”“»›]+\s+){3,}[^\"”“»›]*[\"”“»›]|(?<=: )'[^'\n]{30,}'")
# What somebody does, told to tell them from others so called: "Gerry the postman".
TRADES = frozenset(
    "plumber postman postie postwoman milkman baker butcher builder roofer joiner carpenter farmer"
    " driver cook chef barber barista barman barmaid bouncer painter decorator electrician mechanic"
    " gardener cleaner vicar priest vet dentist doctor nurse teacher tailor fisherman sweep"
    " locksmith optician hairdresser landlord landlady lodger caretaker porter librarian"
    " klempner klempnerin briefträger briefträgerin bäcker bäckerin metzger maler elektriker"
    " gärtner gärtnerin hausmeister friseur friseurin wirt wirtin pfarrer pfarrerin zahnarzt"
    " tierarzt lehrer lehrerin fontanero cartero panadero carnicero pintor electricista jardinero"
    " cura".split()
)
PRONOUNS = frozenset("i you he she we they it my your his her our their the a an this that".split())


@cache
def small_words() -> frozenset[str]:
    """Words that are no name, whatever they begin with."""
    return small_words_of() | STOP_WORDS
