"""Deeds, and the words by which people say that they are done.

`DEEDS` are groups of words for the same deed, in any form: what was to be sent is sent once it is
"attached". `DONE` say that anything is done, `NOT_YET` that it is not. `FILLERS` tell nothing of
what a task is about; the names of days and months, which do not either, are in memories.text.
"""

# A group after each empty line: English, German, Spanish.
DEEDS = """
    send sent sending mail mailed email emailed forward forwarded attached attaching enclosed
    share shared submit submitted upload uploaded post posted pass passed hand handed deliver
    delivered schick schicke schicken schickt geschickt send sende senden gesendet anbei
    beiliegend raus verschickt eingereicht abgegeben abgeben geben gibt hochgeladen mand
    enviar envío envié enviado mandé mandado adjunto adjunta

    call called ring rang rung phone phoned spoke talked ruf rufe rufen ruft anrufen angerufen
    gerufen telefoniert gesprochen llamar llamé llamado

    tell told ask asked fragen gefragt let say said answer answered reply replied confirm
    confirmed wrote write written
    text texted letting know sagen gesagt bescheid antworten geantwortet bestätigen bestätigt
    schreiben geschrieben decir dije dicho avisar avisé contestar contesté confirmado

    pay paid transfer transferred owe settle settled give gave given refund refunded zahlen
    gezahlt bezahlen bezahlt überweisen überwiesen pagar pagué pagado transferido

    buy bought order ordered get got pick picked collect collected fetch fetched einsammeln
    kaufen gekauft besorgen besorgt bestellen bestellt holen geholt abgeholt comprar
    compré comprado recoger recogí recogido pedido

    book booked reserve reserved schedule scheduled arrange arranged buchen gebucht
    reservieren reserviert vereinbaren vereinbart reservar reservé reservado

    cancel cancelled canceled kündigen gekündigt absagen abgesagt storniert cancelar cancelé
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
    machen gebacken hacer hice hecho

    cover covered babysit babysat visit visited meet met went gehen gegangen besuchen besucht"""

DONE = r"""
    \b(?:done|finished|sorted|settled|completed|ticked\s+off|taken\s+care\s+of|handled|did\s+(?:it|the|my|her|his|our|that)
    |erledigt|fertig|geschafft|abgehakt|raus|hecho|hecha|listo|lista|terminado|terminada|fatto|fait)\b"""

# A deed that was done, in whatever words: what is told of it must then fit all the better.
PAST = r"""
    \b(?!(?:need|indeed|red|bed|feed|speed|seed|hundred|tired|bored|excited|worried|called\s+[A-Z])\b)
    (?:\w{3,}ed|sent|paid|bought|brought|told|rang|rung|gave|given|took|taken|got|gotten|made|wrote|written|read
    |met|did|found|went|was|were|spoke|spoken|kept|left|put|set|cut|lent|sold|built|swept|hung|mown|sewn|knitted|drove|chose|chosen
    |war|waren|fue|fueron|ge\w{3,}(?:t|en)|\w+ge\w{3,}(?:t|en)|\w+iert|anbei|attached
    |(?:be|ver|er|über|unter|zer|ent)\w{3,}(?:t|en)|here(?:'s|’s|\s+is|\s+are)|hier\s+(?:ist|sind)
    |adjunt[oa]|aqu[ií]\s+(?:est[aá]n?|tienes?)|he\s+\w+(?:ado|ido)|\w{3,}(?:é|ué))\b"""

# Where a thing is now, which was to be brought there: "the book's back at the library".
PLACED = r"""
    (?:\b(?:is|are|was|were)|['’]s|['’]re)\s+(?:all\s+|now\s+|already\s+|safely\s+)?(?:back\b|(?:at|in|with|on)\s+(?:the|my|her|his|their|your|[A-Z]))
    |\b(?:ist|sind|war|waren|liegt|liegen|steht|stehen)\s+(?:jetzt\s+|schon\s+|wieder\s+|auch\s+|alle\s+)*
    (?:beim?|im|in|auf|zurück|dabei|da\b|mit\b|drin|bei)
    |\best[aá]n?\s+(?:ya\s+)?(?:en|con)\s"""

# What no answer does by itself.
CARRIED = r"""
    \b(?:bring|buy|pick\s+up|return|pay|repair|mend|fetch|collect
    |(?:mit|zurück)?bring\w*|kauf\w*|besorg\w*|hol\w*|abhol\w*|bezahl\w*|überweis\w*|reparier\w*
    |tra[ei]\w*|compr\w+|recog\w+|pag\w+|devuelv\w+|apport\w+|achet\w+|pay(?:er|ez)|port(?:a|are)|compr(?:a|are))\b"""

NOT_YET = r"""
    \b(?:not\s+yet|n(?:o|')t\b|haven'?t|hasn'?t|didn'?t|couldn'?t|can'?t|never|forgot(?:ten)?|still
    |again|failed|tomorrow|later
    |remind|asked\s+again|noch\s+nicht|nicht|vergessen|immer\s+noch|wieder|morgen|todav[ií]a|a[uú]n\s+no|olvid\w+|no\s+he|mañana)\b"""

FILLERS = """
    dr mr mrs ms prof señor señora thing things stuff bit lot something anything everything one
    ones way time times today tomorrow tonight week weekend month year day days morning evening
    am pm please pls thanks also still really just soon later early late next by before after
    until back quick quickly new old sache sachen ding dinge woche monat jahr tag heute morgen
    abend bitte noch bald später nächste neue cosa cosas semana mes año día hoy mañana noche
    promised promise told tell said say remind forget remember need have must owe note ich du er
    sie es wir ihr mich mir dich dir ihn ihm ihnen uns euch das der die den dem des ein eine
    einen einem einer und oder aber dass weil mit von vor nach bei bis zu zum zur im am ans ins
    auf aus für über unter um an in nicht noch mal ja doch dran daran deswegen hab habe hat
    haben bin bist ist sind war wird werde werden kriegt kriegen jetzt uhr mehr herr frau dann
    yo tú él ella nos me te se lo la los las el un una unos unas que de del al con por para en y
    o no mi tu su hi hello dear love best regards cheers lovely liebe lieber hallo grüße
    herzliche viele going go come coming versprochen versprech erinner vergessen wait waiting
    grateful receive received appreciate think works denk denkst denke denken schon mal auch
    vorbei beim vom letzten letzte letzter langen hast habt waren ende dabei here there
    rückmeldung muss soll sollte hätte hätten hättest könnte könnten kannst können würde würden
    would could can ready fertig able sure know let"""
