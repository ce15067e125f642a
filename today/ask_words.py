"""The words by which others ask something of the reader of a letter.

`REQUESTS` ask for a deed wherever they stand in a sentence, `ORDERS` where they begin it;
`QUESTIONS` want an answer. `FORMULAS` are said in the same words and want nothing.
"""

REQUESTS = {
    "en": r"""
        (?:could|can|would|will)\s+(?:you|u)(?:\s+(?:all|both|two|guys))?\s+(?:please\s+|maybe\s+|perhaps\s+|possibly\s+|kindly\s+)?\w+
        |would\s+you\s+mind|do\s+you\s+mind|any\s+chance\s+(?:you|u)|(?:please|pls|kindly)\s+\w+|^(?:\w+\W+){0,4}?mind\s+(?:if\b|\w+ing\b)|\brsvp\b
        |(?:we|i)(?:'d|\s+would)\s+like\s+(?:to\s+have\s+)?your\b|(?:is|are|falls?)\s+due\s+(?:on|by|in|tomorrow|today)\b
        |let\s+(?:me|us)\s+know|i\s+was\s+hoping\s+you|would\s+be\s+(?:very\s+|most\s+)?grateful
        |(?:we|i)(?:'d|\s+would)\s+(?:really\s+|very\s+much\s+)?(?:appreciate\s+(?:it|your|a)|love\s+it|like\s+you\s+to)
        |(?:it\s+would|it'd|that\s+would|would\s+it)\s+be\s+(?:\w+\s+)?(?:possible|great|good|lovely|helpful|nice|ok|okay|kind)\b
        |i\s+(?:\w+\s+)?wonder(?:ed|ing)?\s+(?:if|whether)\s+you(?!(?:'d|\s+would)\s+(?:want|like)\s+an?\b)|(?:we|i)(?:\s+are|\s+am|'re|'m)\s+(?:still\s+)?waiting\s+(?:for|on)\s+(?:your?|the)\b
        |(?:we|i)\s+(?:still\s+|also\s+|just\s+)*need\s+(?:you\b|your\b|the\s+\w+|a\s+\w+|to\s+know)
        |(?:we|i)\s+(?:still\s+)?(?:have\s+not|haven'?t)\s+(?:yet\s+)?(?:received|had|got)\b|is\s+(?:still\s+)?(?:missing|outstanding|overdue)\b
        |you\s+(?:still\s+)?(?:have|need)\s+to\b|you\s+owe\s+me|don'?t\s+forget\s+to|make\s+sure\s+(?:you|to)\b""",
    "de": r"""
        (?:könn(?:t?est?|ten|t)|kannst|können|würde(?:st|n)|magst|möchte(?:st|n)|willst|wollen)\s+(?:du|sie|ihr|ihnen)\s
        |bitte\s+(?!sehr|schön|gern)\w+|(?:schick|send|gib|sag|ruf|bring|meld|leih)\w*\s+(?:du\s+|sie\s+)?(?:mir|uns|dich|euch|sich|bitte)\b
        |(?:gib|gebt|geben\s+sie)\s+\w*\s*bescheid|(?:wir|ich)\s+bitten?\s+(?:\w+\s+)?(?:um|sie|dich|euch)\b
        |(?:ich|wir)\s+(?:noch\s+)?(?:bräuchte|brauche|benötige)n?\b|(?:bräuchte|brauche|benötige)n?\s+(?:ich|wir)\b|(?:mir|uns)\s+fehl(?:t|en)\b|fehl(?:t|en)\s+(?:mir|uns)\b
        |hätte(?:st|n|t)?\s+(?:du|sie|ihr)\s|wäre?n?\s+(?:es|das)\s+(?:\w+\s+)?möglich|(?:es|das)\s+wäre\s+\w+,?\s+(?:wenn|dass)\s+(?:du|sie|ihr)|wäre?n?\s+(?:wir|ich)\s+(?:\w+\s+)?dankbar
        |(?:ist|sind|bis|am)\s+(?:\S+\s+){0,5}?(?:fällig|zurückzugeben|einzureichen|zu\s+(?:zahlen|bezahlen|überweisen))\b
        |wart(?:e|en)\s+(?:wir\s+|ich\s+)?(?:\w+\s+)?(?:noch\s+)?auf\s+(?:dein|ihr|die|den|das)|denk\w*\s+(?:bitte\s+)?(?:daran|dran|an)\b
        |vergiss\s+(?:\S+\s+){0,4}?nicht|du\s+(?:musst|schuldest)""",
    "es": r"""
        (?:podr[ií]a[sn]?|podr[ií]ais|puede[sn]?|pod[eé]is|quieres|te\s+importa(?:r[ií]a)?)\s+(?=[^?]*\?)\w+
        |por\s+favor|(?:av[ií]s|m[aá]nd|env[ií]|d[aá]|d[ií]|tr[aá]e|ll[aá]m|conf[ií]rm|p[aá]s)[ae]?(?:n|d)?(?:me|nos)(?:l[oa]s?)?\b
        |necesit(?:o|amos)\s+(?:que|el|la|los|las|tu|su|un)\b|(?:me|nos)\s+faltan?\b|ser[ií]a\s+posible|te\s+agradecer[ií]a|le\s+agradecer[ií]a(?:mos)?|no\s+(?:te\s+)?olvides""",
    "fr": r"""
        (?:pourrai[st]|pourri?ez|peux|pouvez|voudrai[st]|veux)[-\s](?:tu|vous)\s+\w+|(?:tu\s+peux|vous\s+pouvez|tu\s+pourrais)\s+(?=[^?]*\?)\w+|merci\s+de\s+(?:me|nous|bien|l[ea]|\w+er)\b
        |s(?:'|’)il\s+(?:te|vous)\s+pla[iî]t|(?:envoie|envoyez|dis|dites|appelle|appelez|confirme|confirmez|apporte|rappelle)[-\s](?:le[-\s])?(?:moi|nous)
        |(?:j(?:'|’)aurais|nous\s+aurions)\s+besoin|il\s+(?:me|nous)\s+manque|serait[-\s]il\s+possible|n(?:'|’)oubliez?\s+pas""",
    "it": r"""
        (?:potresti|potrebbe|puoi|pu[oò]|potete|riesci|riesce)\s+(?=[^?]*\?)(?:a\s+)?\w+|(?:mi|ci)\s+(?:mand|invi|port|chiam|conferm|d)\w*\s(?=[^?]*\?)|per\s+(?:favore|cortesia|piacere)
        |sarebbe\s+possibile|non\s+dimenticare|(?:fam|manda|di|invia|porta|chiama|conferma|da)m(?:mi|i|elo|ela|eli)\b|(?:ci|mi)\s+serv(?:e|ono)\b|(?:ho|abbiamo)\s+bisogno""",
}

ORDERS = {
    "en": r"""
        (?:send|bring|call|ring|text|email|mail|tell|give|get|show|forward|confirm|return|reply|check|sign(?!\s+up\s+(?:for|now|to|today))|book|pick|drop|fill|say)
        \s+(?:with|me|us|it|them|this|that|the|your|my|back|up|to|by|which|when|if|whether|in|off)\b""",
    "de": r"""
        (?:(?:schick|sende|gib|sag|ruf|bring|meld|leih|zeig|hol|kauf|nimm|frag)e?|(?:schickt|sagt|bringt|meldet|gebt|holt))\s
        |(?!haben|hatten|sind|waren|kommen|gehen|sehen|finden|erhalten|wissen|kennen)\w+en\s+sie\s+(?:bitte|mir|uns|sich|noch|das|die|den|ihre?n?)\b""",
    "es": r"""
        (?:trae|manda|env[ií]a|llama|avisa|confirma|compra|recoge|pregunta)\s""",
    "fr": r"""
        (?:apporte|envoie|appelle|confirme|rapporte|ramène)\s""",
    "it": r"""
        (?:porta|manda|invia|chiama|conferma|compra)\s""",
}

# What wants an answer, where nothing else in the letter is asked for.
QUESTIONS = r"""
    ^(?:\W|(?:hi|hello|hey|hallo|hola|dear|liebe[rs]?|also|and|und|but|so|ps|also,?\s)\W*(?:[A-ZÄÖÜ]\w+,?\s)?|[\w\s,]{1,40}[,:–—-]\s)*
    (?:are|is|do|does|did|have|has|was|were|will|shall|should|can|could|may|would|fancy|any|still\s+(?:on|ok|coming|up)|which|what|when|where|who|how|why|whose
    |ist|sind|bist|hast|haben|habt|kommst|kommen|kommt|wann|wo|wer|was|wie|welche[rsnm]?|warum|passt|geht|sollen?|soll|darf|kann|können|dürfen|(?:\w+st\s+du|\w+t\s+ihr|\w+en\s+sie)\b(?!\s+fragen)|lust|schon
    |es|est[aá]s?|tienes?|vienes?|viene|cu[aá]ndo|d[oó]nde|qui[eé]n|qu[eé]|c[oó]mo|cu[aá]l(?:es)?
    |est-ce|as-tu|avez-vous|quand|où|qui|quel(?:le)?s?|comment
    |hai|avete|quando|dove|chi|quale|come)\b.*\?"""

# Questions that want none: exclamations, the end of a statement, how somebody is.
TALK = r"""
    ^\W*(?:\w+\W+){0,2}?(?:what\s+an?|was\s+für\s+ein\w*|qué\s+(?!\w+\s+(?:d[ií]a|hora))\w+\s+m[aá]s|quel(?:le)?\s+(?:belle?|bonne?)|che\s+bel\w*)\s
    |,\s*(?:oder|gell|nicht|ne|nicht\s+wahr|eh|no|right|huh|innit|verdad|vero|non|hein|n(?:'|’)est-ce\s+pas
    |(?:is|are|was|were|do|does|did|has|have|had|wo|ca|could|would|should)n'?t\s+\w+|(?:is|are|was|were|do|does|did|has|have)\s+(?:it|you|he|she|they))\s*\?
    |^(?:\W*(?:and|und|but|so|y|et|e)\s)?\W*(?:how\s+(?:is|are|was|were|did|'s)|wie\s+(?:geht|ging|war|läuft)|c[oó]mo\s+(?:est|va|fue)|comment\s+(?:va|vont)|come\s+(?:st|va))
    |\b(?:do\s+you\s+remember|remember\s+when|can\s+you\s+believe|weißt\s+du\s+noch|erinnerst\s+du\s+dich|te\s+acuerdas|tu\s+te\s+souviens|ti\s+ricordi)\b
    |(?:haben\s+sie\s+(?:noch\s+)?fragen|any\s+questions|questions|noch\s+fragen)\s*\?"""

FORMULAS = r"""
    \b(?:please\s+(?:show\s+(?:this|your)|make\s+sure\s+(?:that\s+)?(?:some|any)(?:one|body)|note|find|see|be\s+a(?:ware|dvised|ssured)|do\s+not\s+hesitate|don'?t\s+(?:hesitate|worry|reply)|feel\s+free
    |accept|excuse|forgive|ignore|enjoy|disregard|keep\s+in\s+mind|read\s+our|join\s+us|visit|click|send\s+(?:my|our|her|him|them))
    |(?:if|should)\s+you\s+(?:have|need|would|want)\s+(?:any|some|more|further|to\s+(?:know|unsubscribe))|if\s+(?:there(?:'s|\s+is)|anything)
    |(?:tell\s+us|let\s+us\s+know)\s+(?:how|what)\s+(?:we|you)|(?:rate|review)\s+(?:your|us|our|this|it)\b|your\s+(?:feedback|opinion|review)
    |let\s+(?:me|us)\s+know\s+(?:if|should)\s+(?:that|this|it|you)(?:\s+(?:is|does|are|do|will|can))?(?:\s*n'?t|\s+not|not)\b|\bif\s+not(?=,)|for\s+urgent\s+(?:matters|enquiries)
    |(?:in\s+dringenden\s+fällen|(?:falls|wenn)\s+nicht(?=,))|(?:sag|meld|geb|gib)\w*\b.{0,40}\b(?:wenn|falls)\s+(?:es|das|dir|ihnen|euch)\b.{0,30}\bnicht\b
    |let\s+(?:me|us)\s+know\s+how\s+(?:it|things|you|that)|(?:let\s+(?:me|us)\s+know|call|ring|text|write|shout|ask|contact)\b.{0,30}?\bif\s+(?:you\s+(?:need|want|have\s+any|like|fancy|get|feel)|anything|something|there)
    |(?:meld\w*|schreib\w*|ruf\w*|sag\w*|frag\w*)\b.{0,30}?\b(?:wenn|falls)\s+(?:(?:du|sie|ihr|irgend)\s*\w*\s*(?:brauch|hast|haben|habt|möcht|willst|magst|etwas|was)|was\b|etwas\b|irgend)
    |(?:give|send)\s+(?:my|our|her|him|them|everyone|all)\s+(?:\w+\s+)?(?:love|regards|best|hugs?)|say\s+(?:hi|hello)|(?:lieb|schön)?e?\s*grüß\w*|saluda\w*|saludos|embrasse|saluta\w*
    |(?:(?:please|and)\s+|^\W*)(?:stay|keep|be)\s+(?:safe|well|warm|happy|good)|take\s+care(?!\s+of\s+(?:the|my|our))|have\s+(?:fun|an?\s+(?:nice|good|great|lovely|safe|wonderful))|pass\s+(?:auf|gut)
    |(?:spare|take)\s+(?:a|one|two|five|\d+|a\s+few)\s+(?:minute|moment|second)s?|thoughts\s+on\s+your|take\s+(?:our|a|this)\s+(?:\w+\s+)?survey
    |(?:no|not|don't)\s+(?:need|have)\s+to\s+(?:reply|answer|respond|do\s+anything)|no\s+(?:rush|hurry|reply)
    |could\s+you\s+do\s+with|can\s+you\s+(?:believe|imagine|tell\s+i)|would\s+you\s+(?:like|believe)|how\s+(?:are|is\s+it\s+going|have\s+you)
    |how's|what's\s+up|guess\s+what|who\s+(?:knows|cares)|isn'?t\s+it|aren'?t\s+(?:you|they)\?|right\?|guess\s+who
    |as\s+you\s+can\s+see|you\s+can\s+(?:also|find|see|reach)
    |bewert\w+|umfrage\b|(?:dein|ihr|eur)e?\s+(?:meinung|feedback)|sorgen\s+sie\s+dafür,\s+dass\s+jemand|(?:anbei|hiermit|im\s+anhang|in\s+der\s+anlage)\s+(?:erhalten|finden|bekommen|schick)
    |valora(?:r|ci[oó]n)\b|tu\s+opini[oó]n|votre\s+avis|la\s+tua\s+opinione
    |bitte\s+(?:beacht|entschuldig|verzeih|zöger|haben\s+sie\s+verständnis|findest|finden\s+sie|nicht\s+antworten|antworten\s+sie\s+nicht)\w*
    |(?:bei|für)\s+(?:weitere[nr]?\s+)?(?:rück)?fragen|(?:wenn|falls)\s+(?:du|sie|ihr)\s+(?:noch\s+)?(?:weitere\s+)?fragen|wie\s+geht(?:'s|\s+es)?\b|nicht\s+wahr
    |no\s+dud(?:e|es)|tenga\s+en\s+cuenta|ten\s+en\s+cuenta|c[oó]mo\s+(?:est[aá]s?|te\s+va|va)|si\s+tienes?\s+(?:alguna|dudas)
    |n(?:'|’)hésite[sz]?|veuillez\s+(?:agréer|trouver|noter)|comment\s+(?:ça|vas|allez)|si\s+vous\s+avez\s+des\s+questions
    |non\s+esit\w+|come\s+(?:stai|va)|se\s+ha(?:i)?\s+domande)\b"""

# A letter that says how to get no more of its kind, or that nobody reads what is answered.
FOR_MANY = r"""
    \bunsubscribe|abbestellen|(?:newsletter|hier)\s+abmelden|darse\s+de\s+baja|désabonner|désinscrire|disiscri\w+
    |view\s+(?:this\s+(?:e-?mail\s+)?)?in\s+(?:your\s+)?browser|im\s+browser\s+(?:ansehen|anzeigen)
    |do\s+not\s+(?:reply|respond)\s+to|don'?t\s+reply\s+to\s+this|nicht\s+auf\s+diese|no\s+respond(?:a|as|er)\s+a\s+este
    |ne\s+(?:pas\s+)?répond(?:ez|re)\s+(?:pas\s+)?à\s+ce|non\s+rispondere\s+a\s+quest"""

# Who wants to be told a secret is a thief, or should not ask by mail: it is nothing to do.
PHISHING = r"""
    \b(?:confirm|verify|update|validate|re-?enter|bestätig\w*|verifizier\w*|aktualisier\w*|verifi[cq]\w+|actualic\w+)\b[^.!?]{0,60}
    \b(?:bank(?:ing)?\s+(?:details|account|data)|card\s+(?:details|number)|account\s+details|password|pin\b|log-?in|identity
    |bankdaten|kontodaten|kartendaten|zugangsdaten|passwort|identität|datos\s+bancarios|contraseña)"""
# What an absent person's machine sends.
ABSENT = r"""
    ^\W*(?:out\s+of\s+(?:the\s+)?office|automatic\s+reply|auto(?:matic)?[-\s]?reply|automatische\s+antwort|abwesen\w+
    |respuesta\s+autom|fuera\s+de\s+la\s+oficina|réponse\s+automatique|risposta\s+automatica)"""
# How to do what was just asked: by telephone or on a page. It is no second thing.
HOW_TO_ANSWER = r"""
    ^\W*(?:please\s+|just\s+|you\s+can\s+|simply\s+|bitte\s+)*(?:ring|call|phone|e-?mail|text|contact|book|reply|rufen\s+sie|melden\s+sie\s+sich|buchen\s+sie|schreiben\s+sie)
    \b(?=.{0,60}\b(?:or|online|us|uns|oder|here|number|nummer|\d{4,})\b)(?!.{0,80}\b(?:by|before|bis|vor)\s)"""

# What a letter is about that shops and offices send to everybody: an order, a parcel, a bill.
_THINGS = (
    r"(?:orders?|booking|reservation|deliver(?:y|ed)|parcel|package|shipment|invoice|receipt|statement"
    r"|payment|refund|tickets?|itinerary|subscription|password|verification|account|membership"
    r"|\w*(?:bestellung|bestätigung|buchung|lieferung|sendung|paket|rechnung|quittung|zahlung|ticket"
    r"|fahrkarte|passwort|konto|abo|mitgliedschaft)|pedido|reserva|env[ií]o|factura|recibo|pago"
    r"|entradas?|contraseña|cuenta|commande|réservation|livraison|colis|facture|reçu|paiement"
    r"|billets?|compte|ordine|prenotazione|spedizione|fattura|ricevuta|pagamento|bigliett[oi])"
)
_YOURS = (
    r"(?:your|ihre?[nrsm]?|deine?[nrsm]?|eure?|tus?|sus?|votre|vos|ta|ton|tes|tu[ao]|suo|sua)"
    r"\s+(?:\S+\s+){0,2}?"
)
ROUTINE = rf"""
    ^(?!re:|aw:|fwd?:|wg:).*\b(?:{_YOURS}{_THINGS}\b|{_THINGS}\b\W+(?:\S+\s+){{0,2}}?\S*\d{{3}}
    |(?:order|booking|payment|delivery|reservation)\s+(?:confirm\w+|receipt|update)
    |\w*(?:bestell|buchungs|versand|auftrags|zahlungs)bestätigung
    |confirma(?:ci[oó]n|tion)\s+d[ei]|conferma\s+d|welcome\s+to|willkommen\s+bei)"""
# What pays itself: nothing is to be done.
PAID = r"""
    \b(?:direct\s+debit|automatic(?:ally)?\s+(?:charged?|collected|debited|renew\w*)|has\s+been\s+(?:paid|charged)
    |abgebucht|eingezogen|lastschrift|domicili\w+|prélev\w+|addebit\w+)\b"""
# What even such a letter wants done, where it names a day.
OWED = r"""
    \b(?:pay|due|fällig|settle|transfer|return|collect|pick\s+up|confirm|sign|renew|cancel|submit|upload|respond
    |zahl\w*|bezahl\w*|überweis\w*|begleich\w*|zurück\w*|abhol\w*|abzuholen|bestätig\w*|unterschr\w*|verlänger\w*|kündig\w*|einreich\w*
    |pag\w+|abon\w+|devuelv\w+|devolver|recog\w+|confirm\w+|firm\w+|renov\w+|pay(?:er|ez)|régl(?:er|ez)|retourn\w+|retir\w+|confirmer|sign(?:er|ez)
    |restitu\w+|ritir\w+|conferm\w+|rinnov\w+)\b"""

# What is waited for, where it is only an answer: "I need the figure by Wednesday".
ANSWERS = """
    answer reply response word figure figures number decision confirmation feedback help info
    information antwort rückmeldung bescheid zusage entscheidung zahl info ja respuesta noticias
    bräuchte bräuchten hilfe"""
