"""The words by which people bind themselves, in English, German and Spanish.

Each language has: what binds (`OWED` by itself, the others where more tells), what is done for
somebody who waits for it (`ERRANDS`), and what is said in the same words and is no deed (`STATES`).
"""

from memories.text import weekdays

_WEEKDAYS = {language: "|".join(weekdays(language)) for language in ("en", "de", "es")}
_EVERY = "|".join(f"{day}s" for day in weekdays("en", "de"))

# A promise or a wish to be reminded: what follows is a task whatever it is.
OWED = {
    "en": r"""
        remind me to|don'?t let me forget to|(?:i )?must(?:n't| not) forget to
        |(?:i(?:'ve| have)? )?(?<!he\s)(?<!she\s)(?<!they\s)promised? (?:(?!not )\w+ ){0,2}?
        (?:to|(?:that )?i(?:'?d|'?ll| would| will))
        |(?:i(?:'ve| have)? )?(?:told|assured) (?:\w+ ){1,4}?(?:that )?i(?:'d|'?ll| would| will)
        |(?:i(?:'ve| have)? )?(?:said|agreed) (?:that )?i(?:'d|'?ll| would| will)|to-?do:
        |(?:i )?(?:(?:need|have|got) to|must) remember to|i owe(?! you one)
        |said to (?:\w+ ){1,2}?(?:that )?i(?:'d|'?ll| would| will)
        |note to self: (?!don't|never)""",
    "de": r"""
        erinner\w* mich(?: bitte)? (?:daran|dran|an)
        |(?:ich )?hab\w* (?:\w+ ){0,4}(?:versprochen|zugesagt)
        |ich verspr\w+|(?:ich )?(?:darf|will|muss) (?:bitte |ja |auf keinen fall )?nicht vergessen
        |nicht vergessen:|to-?do:""",
    "es": r"""
        recu[eé]rdame(?! c[oó]mo| qu[eé]| cu[aá]| d[oó]nde| qui[eé]n| si)
        |que no se me olvide|no (?:debo|puedo) olvidar(?:me)?(?: de)?
        |(?:te |le |les |os )?prom(?:eto|etí)|pendiente:|to-?do:""",
}

# "I need to", "ich muss": binds where a deed follows that somebody waits for, or a day is named.
OBLIGED = {
    "en": r"""
        i (?:\w+ly |still |also |just |do |so )*(?:need|have|got|ought) to
        |i(?:'ve)? (?:\w+ly |still |also |just )*(?:got to|gotta)
        |i (?:\w+ly |still |also |just )*(?:must|should)(?: (?:\w+ly|still|also|just)(?= ))?
        |we (?:\w+ly |still |also |just )*(?:need|have) to""",
    "de": r"""ich (?:muss|müsste|sollte|soll)|(?:muss|müsste|sollte|soll) ich""",
    "es": r"""
        (?:te |le |les |os |lo |la )?tengo que
        |(?:te |le |les |os |lo |la )?(?:debo|he de|necesito)""",
}

# The same where a message leaves "I" out, at its beginning: "need to call the plumber".
BARE = {
    "en": r"""
        (?:(?:still|also|really|just) )*(?:need|have|got) to
        |(?:(?:still|also|really|just) )*(?:gotta|must)""",
    "de": r"""muss|müsste|sollte""",
    "es": r"""(?:hay|falta) que|falta""",
}

# The future where a message leaves "I" out: "6 works, will bring the ladder".
BARE_FUTURE = {"en": r"""will""", "de": r"""werde""", "es": r"""voy a"""}

# A deed that somebody sets themself a day for: "tomorrow: email the yard".
BY_DAY = {
    "en": rf"""(?:tomorrow|tonight|today|later|{_WEEKDAYS["en"]}): """,
    "de": rf"""(?:morgen|heute(?: abend)?|später|{_WEEKDAYS["de"]}): """,
    "es": rf"""(?:mañana|hoy|esta noche|{_WEEKDAYS["es"]}): """,
}

# "I'll", "ich werde": said in passing, it binds where a day is named; in a letter also where its
# reader waits for it.
FUTURE = {
    "en": r"""
        i'll|i will|i'm (?:going to|gonna)|i am going to|let me|we'll|we will
        |you(?:'ll| will)(?= (?:have|get) )""",
    "de": r"""ich (?:werde|will)|werde ich""",
    "es": r"""(?:te |le |les |os |lo |la |se lo )?voy a""",
}

# The present and the future that bind by their form alone: "ich schicke dir", "te mando".
SAYING = {
    "en": r"""(?!)""",
    "de": r"""
        ich (?:ERRAND)e?|(?:ERRAND)e? ich""",
    "es": r"""
        (?:te|le|les|os|lo|la|se lo|me) (?:ERRAND)(?:o|ío|\w{0,4}ré)
        |(?:ERRAND)\w{0,4}ré""",
}

ERRANDS = {
    "en": """
        send resend email e-mail mail write reply answer respond call phone ring text ping message
        share forward submit deliver hand finish complete prepare draft review proofread
        book reserve order buy pick drop bring return pay transfer invoice sign fill file
        renew cancel confirm schedule reschedule arrange organise organize fix repair update upload
        print post introduce tell follow reach remind translate collect register apply
        pass circulate copy scan ship refund settle""",
    "de": """
        schick send mail schreib antwort ruf meld bring zahl bezahl überweis reich buch reservier
        bestell kauf hol geb prüf erledig kümmer les unterschreib bereit organisier leit frag
        sag kläre klär lade lad druck scann kündig verläng repariert reparier vereinbar bestätig
        besorg gib korrigier übersetz trag füll teil stell mach""",
    "es": """
        mand env escrib respond contest llam avis pas traig tra compart reenví reenvi entreg termin
        acab prepar revis compruéb comprob reserv pid compr recog devuelv devolv pag transfier
        transfer firm rellen renuev renov cancel confirm organic organiz arregl actualic actualiz
        sub imprim pregunt dig dir compár""",
}

# What may follow the same words and is no task: how somebody is, goes, feels, or speaks.
STATES = {
    "en": """
        be have never always not know think feel want like love hate miss remember live stay sleep
        admit say confess agree see understand believe guess hope wish need try visit travel fly
        go come leave arrive move meet spend celebrate start stop keep continue become turn die
        eat drink take wait watch listen work run marry retire win lose work use just wear rest
        avoid learn study play enjoy deal assume explain spell rephrase put talk mention
        respond give""",
    "de": """
        sein haben wissen denken fühlen wollen mögen lieben leben bleiben schlafen sagen zugeben
        gestehen sehen verstehen glauben hoffen gehen kommen fahren reisen fliegen ziehen umziehen
        treffen feiern anfangen aufhören werden essen trinken nehmen warten arbeiten heiraten
        lernen spielen aufpassen achten vermeiden""",
    "es": """
        ser estar tener haber saber pensar sentir querer gustar amar vivir quedar dormir decir
        admitir ver entender creer esperar ir venir salir llegar mudar viajar volar visitar celebrar
        empezar parar comer beber tomar trabajar casar aprender estudiar jugar evitar cuidar""",
}

# What is to be done to a thing by a day, by whom goes without saying: "the glasses must go back".
DUE_BACK = {
    "en": r"""
        (?:the|my|our|this|that|these|those) (?:\S+ ){1,5}(?:must|(?:has|have|needs?|is|are) to)
        (?: still| all)* (?:go (?:back|out|off|in)
        |be (?:back|in|out|done|ready|sent|\w{3,}ed|paid|made|taken|brought))""",
    "de": r"""
        (?:der|die|das|mein\w*|unser\w*|diese\w*) (?:\S+ ){1,4}?(?:muss|müssen|soll|sollen)
         .{0,60}?(?:zurück|weg|raus|fertig|hin|abgegeben|eingereicht|bezahlt|überwiesen
        |(?:ab|zurück|weg)?ge\w{3,}(?:t|en)|ver\w{3,}t)
        (?: (?:sein|werden))?\W*$""",
    "es": r"""
        (?:el|la|los|las|mi|mis) (?:\w+ ){1,4}?(?:hay que|tienen? que|deben?)
        (?: estar| ser| devolver| entregar| pagar)\w*""",
}

# Somebody is told that they get something: "you'll have it by Friday", "du bekommst es bis zum 20."
GETS = {
    "en": r"""
        (?:(?:will|shall) be|'ll be) (?:with you|in your (?:inbox|hands))
        |you(?: shall| will|'ll) (?:have|get)""",
    "de": r"""
        (?:du (?:bekommst|kriegst|hast)
        |(?:sie|ihr) (?:bekommen|bekommt|kriegen|kriegt|erhalten|haben)
        |(?:bekommst|kriegst|hast) du|(?:bekommen|erhalten|kriegen|haben) sie)""",
    "es": r"""(?:lo|la|los|las) (?:tendrás|tendréis|tendrán|recibirás|recibirá)""",
}

# What is said of a promise: its "would" is no wish.
TOLD_SO = r"""
    (?:promis\w+|told|said|agreed|swore|assured)\b(?:\s+\S+){0,5}?\s+(?:that\s+)?i\s+would\b"""

# A condition, a wish or somebody else's words: nothing is promised.
OPEN = r"""
    \b(?:if|unless|whenever|would|could|might|maybe|perhaps|possibly|whether|wish|falls|wenn|würde|könnte
    |vielleicht|si|podría|quizás?|tal\s+vez|ojalá|cuando)\b"""
# What is to be kept in mind and is no deed: "don't forget that I'm allergic".
STATE_TOLD = r"""
    \b(?:remind\s+me|(?:don['’]?t|must(?:n['’]?t|\s+not)|never)\s+(?:let\s+me\s+)?forget|remember|note\s+to\s+self:?)\s+(?:that\s+)?
    (?:(?:i|we|he|she|they|it)\s+(?:am|are|is|have(?!\s+to)|has(?!\s+to)|can(?:no|['’])t|don['’]t|doesn['’]t|must\s?n[o'’]t|never)|(?:i|he|she|it)['’](?:m|s)\b|(?:we|they)['’]re\b
    |my\s+\w+\s+(?:is|are|has(?!\s+to)|can(?:no|['’])t))\b
    |\b(?:vergess\w*|vergiss|erinner\w*|merk\w*|denk\w*)\b[^.!?]*?(?:,\s+dass\s+(?:ich|wir|er|sie|es|mein\w*|unser\w*)\b[^.!?]*\b(?:bin|sind|ist|habe|haben|hat|vertrage|vertragen|verträgt|darf|dürfen|kann|können|mag|heiße|heißt|wohne)\W*$
    |:\s+(?:(?:ich|wir|er|sie|mein\w*|unser\w*)\s+(?:\w+\s+)?(?:bin|sind|ist|habe|haben|hat|vertrage|vertragen|verträgt|darf|dürfen|kann|können|heiße|heißt)\b|\w*(?:allergi|unverträglichkeit|diabet|asthma)\w*\W*$))
    |\b(?:recu[eé]rdame|olvid\w+)\s+(?:de\s+)?que\s+(?:soy|estoy|no\s+puedo|mi\s+\w+\s+(?:es|está))\b"""
# What was planned and will not be: nobody has to be reminded of it.
GIVEN_UP = r"""
    \b(?:changed\s+(?:my|our)\s+minds?|called\s+off|cancell?ed|gave\s+up|given\s+up|decided\s+against|fell\s+through
    |scrapped|shelved|dropped\s+(?:it|that|the\s+(?:idea|plan))|(?:no\s+longer|don['’]t|doesn['’]t|won['’]t)\s+(?:need|have\s+to|go(?:ing)?)\b.*\b(?:after\s+all|any\s?more)
    |no\s+longer\s+(?:need|have\s+to|necessary)|not\s+(?:going\s+)?.{1,60}\bafter\s+all
    |aufgegeben|abgesagt|abgeblasen|verworfen|hinfällig|hat\s+sich\s+erledigt|überleg\w*\s+es\s+mir\s+anders|anders\s+überlegt
    |(?:muss|müssen|brauch\w*|will|wollen|fahr\w*|mach\w*|geh\w*)\b.{0,60}\b(?:nicht|keine?n?)\s+mehr|(?:muss|müssen|brauch\w*|will|wollen|fahr\w*|mach\w*|geh\w*)\b.{0,20}\bdoch\s+nicht
    |lass\w*\s+(?:es|das|ich|wir)\b.{0,20}\b(?:bleiben|sein|aber|doch|lieber)|ins\s+wasser\s+gefallen|nicht\s+mehr\s+nötig
    |lass\w*\s+ich['’]?s?\b.{0,20}\b(?:bleiben|sein)
    |(?:he|hemos)\s+(?:cambiado\s+de|descartado|renunciado)|cambié\s+de|cancelad[oa]|ya\s+no\s+(?:tengo|hace|voy|quiero))\b"""

# What somebody told of, not what they will do: "Put the money through her door", "wollt ich noch,
# aber dann stand er da", "that's the MOT booked".
TOLD = r"""
    ^\W*(?:ich\s+)?hab\w*\s(?!.*\b(?:versprochen|zugesagt|gesagt|vorgenommen|angeboten|zu\s+\w+en)\b)
    (?:\S+\s+)*?\w{0,6}ge\w{3,}(?:t|en)\b
    |^\W*(?!promised|agreed|told|said|offered|volunteered|need)
    (?:put|set|cut|shut|\w{3,}ed|sent|took|gave|made|left|went|rang|wrote|brought|bought|paid|did)\s
    |\b(?:wollte?n?|wollt)\s+(?:ich|wir)\b.*,\s+(?:aber|da|dann|doch)\b
    |^\W*(?:eigentlich\s+)?(?:ich\s+|wir\s+)?wollte?n?\b.*,\s+(?:aber|da|dann|doch)\b
    |\b(?:was|were)\s+(?:going|about|meaning|planning)\s+to\b.*\b(?:but|and\s+then|when)\b
    |\b(?:meant|wanted)\s+to\b.*\b(?:but|and\s+(?:fell|forgot|then))\b
    |\bthat['’]s\s+(?:the|my|our)\s+.{1,60}?\b(?:\w{3,}ed|done|sent|paid)\W*$"""
# By whom it is done that nothing more is said of: whoever writes it.
BY_ONESELF = r"""
    \b(?:i|ill|me|my|mine|we|us|our|better|must|gotta|got\s+to|need|have\s+to|ich|mir|mich|mein\w*
    |wir|uns|unser\w*|muss|müssen|yo|mi|nos|nuestr\w+|tengo|hay\s+que)\b"""

# What happens again and again is a habit.
AGAIN = rf"""
    \b(?:every|each|always|usually|never|daily|weekly|jede[nrsm]?|immer|täglich|nie|cada|siempre
    |todos\s+los|todas\s+las|nunca|{_EVERY}|(?:{_WEEKDAYS["de"]})\s+und\s+\w+(?:tag|woch))\b"""
# What somebody is given: who waits for it.
TO_SOMEBODY = r"\b(?:you|dir|dich|euch|ihnen|te|os|les?)\b"
