"""The words by which others ask something of the reader of a letter.

`REQUESTS` ask for a deed wherever they stand in a sentence, `ORDERS` where they begin it;
`QUESTIONS` want an answer. `FORMULAS` are said in the same words and want nothing.
"""

REQUESTS = {
    "en": r"""
        (?:could|can|would|will)\s+(?:you|u)(?:\s+(?:all|both|two|guys))?\s+(?:please\s+|maybe\s+|perhaps\s+|possibly\s+|kindly\s+)?\w+
        |would\s+you\s+mind|do\s+you\s+mind|any\s+chance\s+(?:you|u)|please\s+\w+|pls\s+\w+
        |let\s+(?:me|us)\s+know|i\s+was\s+hoping\s+you|(?:we|i)(?:'d|\s+would)\s+(?:be\s+grateful|appreciate\s+it)\s+if
        |(?:we|i)\s+(?:still\s+|also\s+|just\s+)*need\s+(?:you\b|your\b|the\s+\w+|a\s+\w+|to\s+know)
        |you\s+(?:still\s+)?(?:have|need)\s+to\b|you\s+owe\s+me|don'?t\s+forget\s+to""",
    "de": r"""
        (?:könn(?:t?est?|ten|t)|kannst|können|würde(?:st|n)|magst|möchte(?:st|n)|willst|wollen)\s+(?:du|sie|ihr|ihnen)\s
        |bitte\s+(?!sehr|schön|gern)\w+|(?:schick|send|gib|sag|ruf|bring|meld|leih)\w*\s+(?:du\s+|sie\s+)?(?:mir|uns|dich|sich|bitte)\b
        |\w+en\s+sie\s+(?:bitte|mir|uns|sich|noch|das|die|den|ihre?n?)\b|(?:gib|geben\s+sie)\s+\w*\s*bescheid
        |(?:ich|wir)\s+(?:bräuchte|brauche|benötige)n?\b|(?:mir|uns)\s+fehl(?:t|en)\b|denk\w*\s+(?:bitte\s+)?(?:daran|dran|an)\b
        |vergiss\s+(?:bitte\s+)?nicht|du\s+(?:musst|schuldest)""",
    "es": r"""
        (?:podr[ií]a[sn]?|podr[ií]ais|puede[sn]?|pod[eé]is|quieres|te\s+importa(?:r[ií]a)?)\s+\w+
        |por\s+favor|(?:av[ií]s|m[aá]nd|env[ií]|d[aá]|d[ií]|tr[aá]e|ll[aá]m|conf[ií]rm|p[aá]s)[ae]?(?:n|d)?(?:me|nos)(?:l[oa]s?)?\b
        |necesit(?:o|amos)\s+(?:que|el|la|los|las|tu|su|un)\b|me\s+falta""",
    "fr": r"""
        (?:pourrai[st]|pourri?ez|peux|pouvez|voudrai[st]|veux)[-\s](?:tu|vous)\s+\w+|merci\s+de\s+(?:me|nous|bien|l[ea]|\w+er)\b
        |s(?:'|’)il\s+(?:te|vous)\s+pla[iî]t|(?:envoie|envoyez|dis|dites|appelle|appelez|confirme|confirmez|apporte|rappelle)[-\s](?:le[-\s])?(?:moi|nous)
        |(?:j(?:'|’)aurais|nous\s+aurions)\s+besoin|il\s+(?:me|nous)\s+manque""",
    "it": r"""
        (?:potresti|potrebbe|puoi|pu[oò]|potete|riesci|riesce)\s+(?:a\s+)?\w+|per\s+(?:favore|cortesia|piacere)
        |(?:fam|manda|di|invia|porta|chiama|conferma|da)m(?:mi|i|elo|ela|eli)\b|(?:ci|mi)\s+serv(?:e|ono)\b|(?:ho|abbiamo)\s+bisogno""",
}

ORDERS = {
    "en": r"""
        (?:send|bring|call|ring|text|email|mail|tell|give|get|show|forward|confirm|return|reply|check|sign|book|pick)
        \s+(?:me|us|it|them|this|that|the|your|back|up|to)\b""",
    "de": r"""
        (?:schick|sende|gib|sag|ruf|bring|meld|leih|zeig|hol|kauf|nimm|frag)e?\s""",
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
    (?:are|is|do|does|did|have|has|was|were|will|shall|should|which|what|when|where|who|how|why|whose
    |ist|sind|bist|hast|haben|habt|kommst|kommen|kommt|wann|wo|wer|was|wie|welche[rsnm]?|warum|passt|geht|sollen?|soll
    |es|est[aá]s?|tienes?|vienes?|viene|cu[aá]ndo|d[oó]nde|qui[eé]n|qu[eé]|c[oó]mo|cu[aá]l(?:es)?
    |est-ce|as-tu|avez-vous|quand|où|qui|quel(?:le)?s?|comment
    |hai|avete|quando|dove|chi|quale|come)\b.*\?"""

FORMULAS = r"""
    \b(?:please\s+(?:note|find|see|be\s+a(?:ware|dvised|ssured)|do\s+not\s+hesitate|don'?t\s+(?:hesitate|worry|reply)|feel\s+free
    |accept|excuse|forgive|ignore|enjoy|disregard|keep\s+in\s+mind|read\s+our|join\s+us|visit|click|send\s+(?:my|our|her|him|them))
    |(?:if|should)\s+you\s+(?:have|need|would|want)\s+(?:any|some|more|further|to\s+(?:know|unsubscribe))|if\s+(?:there(?:'s|\s+is)|anything)
    |could\s+you\s+do\s+with|can\s+you\s+(?:believe|imagine|tell\s+i)|would\s+you\s+(?:like|believe|rather)|how\s+(?:are|is\s+it\s+going|have\s+you)
    |how's|what's\s+up|guess\s+what|who\s+(?:knows|cares)|isn'?t\s+it|aren'?t\s+(?:you|they)\?|right\?|guess\s+who
    |as\s+you\s+can\s+see|you\s+can\s+(?:also|find|see|reach)
    |bitte\s+(?:beacht|entschuldig|verzeih|zöger|haben\s+sie\s+verständnis|findest|finden\s+sie|nicht\s+antworten|antworten\s+sie\s+nicht)\w*
    |(?:bei|für)\s+(?:weitere[nr]?\s+)?(?:rück)?fragen|(?:wenn|falls)\s+(?:du|sie|ihr)\s+(?:noch\s+)?(?:weitere\s+)?fragen|wie\s+geht(?:'s|\s+es)?\b|nicht\s+wahr
    |no\s+dud(?:e|es)|tenga\s+en\s+cuenta|ten\s+en\s+cuenta|c[oó]mo\s+(?:est[aá]s?|te\s+va|va)|si\s+tienes?\s+(?:alguna|dudas)
    |n(?:'|’)hésite[sz]?|veuillez\s+(?:agréer|trouver|noter)|comment\s+(?:ça|vas|allez)|si\s+vous\s+avez\s+des\s+questions
    |non\s+esit\w+|come\s+(?:stai|va)|se\s+ha(?:i)?\s+domande)\b"""

# Who cannot be answered asks nothing of anybody.
MACHINES = r"""
    (?:no|not|do-?not|donot|ne|nicht)[-_.]?(?:reply|respond|antworten)|noreply|mailer-daemon|postmaster
    |newsletter|notifications?|unsubscribe|abmelden|abbestellen|darse\s+de\s+baja|désabonner|désinscrire|disiscri\w+"""
