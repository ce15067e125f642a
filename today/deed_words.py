"""Deeds, and the words by which people say that they are done.

`DEEDS` are groups of words for the same deed, in any form: what was to be sent is sent once it is
"attached"; of a word after "=" no other form. `STATES` are how a thing is once it is done to it.
`DONE` say that anything is done, `NOT_YET` that it is not. `FILLERS` tell nothing of
what a task is about; the names of days and months, which do not either, are in memories.text.
"""

# A group after each empty line: English, German, Spanish.
DEEDS = """
    send sent sending mail mailed email emailed forward forwarded attached attaching enclosed
    share shared submit submitted upload uploaded post posted pass passed hand handed deliver
    delivered schick schicke schicken schickt geschickt send sende senden gesendet anbei
    beiliegend raus verschickt eingereicht abgegeben abgeben geben gibt hochgeladen mand
    enviar envío envié enviado mandé mandado adjunto adjunta

    call called ring rang rung phone phoned speak spoke talk talked reach reached ruf rufe rufen
    ruft anrufen angerufen gerufen läuten angeläutet telefoniert gesprochen reden geredet erreichen
    erreicht llamar llamé llamado

    tell told ask asked fragen gefragt let say said answer answered reply replied confirm
    confirmed wrote write written
    text texted letting know sagen gesagt bescheid antworten geantwortet bestätigen bestätigt
    schreiben geschrieben decir dije dicho avisar avisé contestar contesté confirmado

    schuld schulde pay paid transfer transferred owe settle settled give gave given refund refunded
    zahlen gezahlt bezahlen bezahlt überweisen überwiesen pagar pagué pagado transferido

    buy bought order ordered get got pick picked collect collected fetch fetched find found
    einsammeln finden gefunden suchen gesucht
    kaufen gekauft besorgen besorgt bestellen bestellt holen geholt abgeholt comprar
    compré comprado recoger recogí recogido pedido

    book booked reserve reserved schedule scheduled arrange arranged buchen gebucht
    reservieren reserviert vereinbaren vereinbart reservar reservé reservado

    cancel cancelled canceled kündigen gekündigt =absagen =abgesagt storniert cancelar cancelé
    cancelado

    renew renewed extend extended verlängern verlängert renovar renové renovado

    sign signed abgegeben abgeben eingereicht zurückgegeben fill filled complete completed
    return returned print printed unterschreiben
    unterschrieben ausfüllen ausgefüllt füllen firmar firmé firmado rellenado devuelto
    devolver

    look looked read check checked review reviewed proofread lesen gelesen prüfen geprüft
    angeschaut durchgesehen korrigieren korrigiert mirar leído revisar revisé revisado

    give gave given bring brought return returned take took taken drop dropped deliver delivered
    back handed bringen gebracht abgeben abgegeben liefern
    zurückgebracht traer
    traje traído llevé llevado

    fix fixed repair repaired mend mended sort sorted correct corrected reparieren
    repariert gerichtet arreglar arreglé arreglado

    wrap wrapped clean cleaned pack packed make made bake baked einpacken eingepackt gemacht
    machen backen gebacken putzen geputzt hacer hice hecho

    hang hung put mount mounted install installed build built assemble assembled aufhängen hängen
    gehängt machen gemacht montieren montiert aufbauen bauen gebaut schrauben geschraubt aufziehen
    tauschen getauscht colgar montar instalar

    upload uploaded publish published hochladen hochgeladen laden lad einstellen veröffentlichen
    subir subido publicar publicado

    set change changed swap swapped ändern geändert wechseln gewechselt umstellen umgestellt
    cambiar cambié cambiado

    register registered enrol enrolled apply applied melden gemeldet anmelden angemeldet
    inscribir inscrito

    cover covered babysit babysat visit visited meet met went go drive drove gehen geh
    gegangen fahren gefahren besuchen besucht"""

DONE = r"""
    \b(?:done|finished|sorted|settled|completed|ticked\s+off|taken\s+care\s+of|handled|did\s+(?:it|the|my|her|his|our|that)
    |in\s+the\s+bag|erledigt|fertig|geschafft|abgehakt
    |(?:ist|sind)\s+(?:(?:jetzt|schon|auch|endlich|alle)\s+)*(?:raus|durch|vom\s+tisch)
    (?!\s+(?:aus|mit|der|die|das|den|dem)\b)
    |unter\s+dach\s+und\s+fach|hecho|hecha|listo|lista|terminado|terminada|fatto|fait)\b"""

# Somebody else did it, to others or to the one who tells it.
BY_OTHERS = r"""
    ^(?!(?:i|we|just|also|finally|then|and|so)\b)(?:[\w'’-]+\s+){1,3}?
    (?:(?:wrote|gave|took|told|asked|texted|messaged)\b|(?:sent|brought|paid|got)\s+(?:me|us)\b)
    |\bhat\b.*\w"""

# Somebody did it themself: nobody has to do it for them.
BY_THEMSELVES = r"""
    \b(?:(?:him|her|them)sel(?:f|ves)|selber|selbst)\b"""

# How a thing is now, and the deeds that brought it about. BE stands for "is" and "ist" with what
# may follow them ("are now", "sind schon").
STATES = (
    (
        r"(?:BE(?:gone(?: off| out| in)?|out|off|in|draußen|raus|weg|unterwegs|drin)|^gone)"
        r"(?=$| (?:to|off to|by|with|an|zum?|zur|per|beim?) )",
        "send submit make write",
    ),
    (r"BE(?:up|online|live|on|in place|oben|dran|drauf|drin)$", "upload put share make"),
    (
        r"\w (?:hängt|hängen|steht|stehen|hangs?)(?: (?:jetzt|schon|endlich|wieder|gerade))*$",
        "put make",
    ),
    (r"BE(?:set)$", "set make arrange put"),
    (r"BE(?:here|home|da|hier|zu hause|daheim)$", "fetch"),
    (r"(?:glänz|blitz|strahl)(?:t|en)$|BE(?:spotless|sparkling|gleaming)$", "clean"),
    # "Fatima has her drill", but not "has mended her drill".
    (
        r"^(?!ich\b|i\b)(?:\S+ ){1,3}?(?:has|have|hat|haben) "
        r"(?:(?:got|had|now|jetzt|schon|endlich) )*"
        r"(?:its|his|her|their|the|my|our|sein\w*|ihr\w*|mein\w*|unser\w*|d(?:ie|as|en)) "
        r"(?:\S+ ){0,2}?(?!\S*(?:ge\w{3,}(?:t|en)|\w{3,}ed|\w+iert|(?:be|ver|er)\w{3,}(?:t|en))$)"
        r"\S+(?: (?:im|in|at|on|beim?|from) .*)?$",
        "send pay bring sign",
    ),
    (r"\bpasst$", "book arrange"),
    (
        r"\b(?:im|in the|in his|in her|in their|in der) (?:brief)?(?:kasten|post|postfach|inbox)\b",
        "send write",
    ),
    (r"\b(?:is|are|ist|sind|liegt|liegen) (?:jetzt |schon )?(?:beim?|with) ", "pay send"),
    (r"\b(?:was|were|war|waren|wars|gewesen)\b", "visit"),
    (r"\bdurchgekommen\b|\b(?:got|get) (?:through|hold)\b", "call"),
    # "Form in", "shelves up": somebody tells it as short as that.
    (
        r"^(?:the |my )?(?!(?:i|we|he|she|they|it|all)\b)[\w'’-]+(?: [\w'’-]+)? (?:in|out|off)$",
        "send submit",
    ),
    (r"^(?:the |my )?(?!(?:i|we|he|she|they|it|all)\b)[\w'’-]+(?: [\w'’-]+)? up$", "put"),
    # "The swimming is off", "das Bouldern fällt aus": nobody has to go.
    (
        r"BE(?:off|cancelled|called off|abgesagt)$|\b(?:fällt|fallen) (?:\w+ ){0,2}(?:aus|flach)$"
        r"|\bentf(?:ällt|allen)$",
        "visit bring",
    ),
)
BE = r"""
    (?:(?:(?:is|are|['’]s|['’]re|has|have) (?:(?:all|now|already|finally) )*)
    |(?:(?:ist|sind) (?:(?:jetzt|schon|auch|endlich|alle) )*))"""

# A deed that was done, in whatever words: what is told of it must then fit all the better.
PAST = r"""
    \b(?!(?:need|indeed|shed|red|bed|feed|speed|seed|hundred|tired|bored|excited|worried|called\s+[A-Z]|UNDONE)\b)
    (?:\w{3,}ed|sent|paid|bought|brought|told|rang|rung|gave|given|took|taken|got|gotten|made|wrote|written|read
    |met|did|found|went|spoke|spoken|kept|left|put|set|cut|lent|sold|built|swept|hung|mown|sewn|knitted|drove|chose|chosen
    |ge\w{3,}(?:t|en)|\w+ge\w{3,}(?:t|en)|\w+iert|anbei|attached
    |(?:be|ver|er|über|unter|zer|ent)\w{3,}(?:t|en)|here(?:'s|’s|\s+is|\s+are)|hier\s+(?:ist|sind)
    |adjunt[oa]|aqu[ií]\s+(?:est[aá]n?|tienes?)|he\s+\w+(?:ado|ido)|\w{3,}(?:é|ué))\b"""

# What befalls a thing, is wanted or is meant, and does nothing of what was to be done.
UNDONE = r"""
    delayed|damaged|stolen|postponed|needed|wanted|promised|mentioned|expected|supposed|missed|seemed
    |arrived|angekommen|eingetroffen|geworden|gehört|gewesen|gestohlen|verspätet|verschoben|versprochen|vergessen|verschwitzt
    |verpasst|verloren|verlangt|erwartet|gestiegen|gefallen|gemeint|gedacht|gewollt|besetzt"""

# Where a thing is now, which was to be brought there: "the book's back at the library".
PLACED = r"""
    (?:\b(?:is|are|was|were)|['’]s|['’]re)\s+(?:all\s+|now\s+|already\s+|safely\s+)?(?:back\b|(?:at|in|with|on)\s+(?:the|my|her|his|their|your|[A-Z]))
    |\b(?:ist|sind|war|waren|liegt|liegen|steht|stehen)\s+(?:jetzt\s+|schon\s+|wieder\s+|auch\s+|alle\s+)*
    (?:beim?|im|in|auf|zurück|dabei|da\b|mit\b|drin|bei)
    |\best[aá]n?\s+(?:ya\s+)?(?:en|con)\s"""

# Where that is said of it, it is where it was to be, whatever the place.
ARRIVED = r"""
    \b(?:back|zurück|dabei|da|mit|drin|inbox|post|postfach|(?:brief)?kasten|bank|amt)\b"""

# What no answer does by itself.
CARRIED = r"""
    \b(?:bring|buy|pick\s+up|return|pay|repair|mend|fetch|collect
    |(?:mit|zurück)?bring\w*|kauf\w*|besorg\w*|hol\w*|abhol\w*|bezahl\w*|überweis\w*|reparier\w*
    |tra[ei]\w*|compr\w+|recog\w+|pag\w+|devuelv\w+|apport\w+|achet\w+|pay(?:er|ez)|port(?:a|are)|compr(?:a|are))\b"""

NOT_YET = r"""
    \b(?:not\s+yet|n(?:o|['’])t\b|(?:half|almost|nearly|halb|fast|beinah\w?)[\s-]+(?:done|finished|fertig)
    |(?:has|have|need|needs|must|should|got|gotta)\s+(?:to\s+)?be\b|haven'?t|hasn'?t|didn'?t|couldn'?t|can'?t|never|forgot(?:ten)?|still
    |again|failed|tomorrow|later
    |remind|asked\s+again|noch\s+nicht|nicht|vergessen|immer\s+noch|wieder|morgen|todav[ií]a|a[uú]n\s+no|olvid\w+|no\s+he|mañana)\b"""

FILLERS = """
    mein meine meinen meiner meinem dein deine deinen deiner deinem eure euren ihre ihren ihrer
    schneller faster sooner früher
    dr mr mrs ms prof señor señora thing things stuff bit lot something anything everything one
    ones way time times today tomorrow tonight week weekend month year day days morning evening am
    pm please pls thanks also still really just soon later early late next by before after until
    back quick quickly new old sache sachen ding dinge woche monat jahr tag heute morgen abend
    bitte noch bald später nächste neue cosa cosas semana mes año día hoy mañana noche promised
    promise told tell said say remind forget remember need have must owe note ich du er sie es wir
    ihr mich mir dich dir ihn ihm ihnen uns euch das der die den dem des ein eine einen einem einer
    und oder aber dass weil mit von vor nach bei bis zu zum zur im ans ins auf aus für über unter
    um an in nicht mal ja doch dran daran deswegen hab habe hat haben bin bist ist sind war wird
    werde werden kriegt kriegen jetzt uhr mehr herr frau dann yo tú él ella nos me te se lo la los
    las el un una unos unas que de del al con por para en y o no mi tu su hi hello dear love best
    regards cheers lovely liebe lieber hallo grüße herzliche viele going go come coming versprochen
    versprech erinner vergessen wait waiting grateful receive received appreciate think works denk
    denkst denke denken schon auch vorbei beim vom letzten letzte letzter langen hast habt waren
    ende dabei here there rückmeldung muss soll sollte hätte hätten hättest könnte könnten kannst
    können würde würden would could can ready fertig able sure know let endlich tatsächlich erst
    gleich selber selbst eigentlich nochmal ordentlich kommt komme komm kamen kam came comes
    finally already himself herself themselves myself ourselves zusammen zurück verschwitzt halb
    gut passt diese dieser dieses diesen sonst immer wieder gesagt gesag zugesagt keep keeps meant
    mean means seem seems wollt wollte want wanted quite rather actually anyway vorhin vormittag
    darf dürfen durfte da nur nie eh sich kein keine keinen seit away round mine gone got gets get
    first second third zweite dritte erste nein na halt hours hour minute minutes stunde stunden
    minuten hier dort irgendwo liegt lieg liegen steht stehen lassen lass lässt ab heuer voll full
    super great nice good schön toll glänzt glänzen blitzt strahlt fällt fallen bleiben bekommen
    kriegst bekommt draußen raus oben drauf drin durch weg unterwegs daheim night nights sein seine
    seinen seiner seinem unser unsere unseren unserem unserer online live hängt hängen ok okay
    tausche lehnt sitzt nachmittag mittag heut fürs ums aufm spätestens geh geht gehen steh brauch
    brauche"""

# What hangs on these is not what a deed is done to, but where, when, for whom.
PREPOSITIONS = """
    for of at in on to with by from about into through before after without under over until as
    around since off
    für von vom mit beim bei im in am an ans auf aufm aus zum zur zu nach vor über unter ins aufs
    fürs ums um wegen bis seit durch gegen ohne dem
    para por de del al con en sobre desde hasta a"""

DETERMINERS = r"""
    (?:the|an?|all|both|one|two|three|four|five|six|seven|eight|nine|ten|\w+ty|these|those|this
    |that|some|my|your|his|her|our|their|alle|beiden?|kein\w{0,2}|zwei|drei|vier|fünf|sechs|der
    |die|das|den|dem|eine?[nmrs]?|[mdsk]eine?[nmrs]?|ihr\w{0,2}|unser\w{0,2}|el|la|los|las|una?
    |mi|tu|su)"""

# A promise, and whom it was made to: what follows is what it is about.
PROMISED_TO = r"""
    \b(?:i(?:['’]ve)?\s+)?(?:told|promised?|assured)\s+
    (?P<told>(?:(?:the|my|our)\s+)?(?:(?!i\b|i['’]|to\b|that\b|the\b|my\b)[\w.'’-]+\s+){1,2}?)
    (?=(?:that\s+)?i\b|(?:that\s+)?i['’]|to\s|my\s|the\s|a\s)
    |\b(?P<deed>send|give|bring|lend|show|hand|text|email|mail|owe)\s+
    (?P<given>(?:(?:the|my|our)\s+)?(?!the\b|me\b|my\b|it\b|an?\b|back\b|in\b|up\b|out\b)
    (?:[\w.'’-]+\s+){1,2}?)
    (?=(?:the|an?|her|his|their|my|our|five|ten|twelve|\w+ty)\s|\d|£|€|\$)
    |\b(?:i\s+)?said\s+to\s+(?P<said>(?:[\w.'’-]+\s+){1,2}?)(?=i\b|i['’])
    |\bhab\w*\s+(?:ich\s+)?
    (?P<gesagt>(?!den\b|die\b|das\b|eine?n?\b)(?:de[mnr]\s+)?(?:\w+\s+){1,2}?)
    (?:gesagt|versprochen|zugesagt)\b"""

# Between a determiner and what it names: "a good book" is no booking.
ADJECTIVES = r"""
    good|new|old|big|small|little|nice|great|long|short|whole|last|next|first|spare|own|neuen?
    |alten?|guten?|letzten?|\w+(?:al|ful|ous|ic|ive|able)"""
