"""Messages that are a greeting, thanks or a call for help as a whole, in eight languages."""

import re

from memories.text import lazily

_BEFORE_THANKS = (
    r"(?:ok|okay|oh|ah|great|perfect|good|nice|cool|no|yes|super|prima|klasse|toll|gut|ja|nein|nee|alles\s+klar"
    r"|vale|genial|bien|sí|d['’]accord|parfait|très\s+bien|non|oui|perfetto|bene|va\s+bene|sì|ótimo|tá|sim|não"
    r"|top|goed|nou|dobrze|super|tak|nie)"
)
_THANK = (
    r"(?:many\s+)?(?:thanks|thank\s+(?:you|u)|thankyou|thx|tnx|ty|tysm|cheers|ta|much\s+appreciated"
    r"|(?:vielen|besten|herzlichen|lieben|tausend)\s+dank|dank(?:e|\s+dir|\s+euch)|merci|dankeschön"
    r"|(?:muchas\s+|mil\s+)?gracias|te\s+lo\s+agradezco"
    r"|(?:je\s+te\s+|je\s+vous\s+)?remercie"
    r"|(?:mille\s+|molte\s+)?grazie|ti\s+ringrazio"
    r"|(?:muito\s+)?obrigad(?:o|a|inha|inho)|valeu"
    r"|(?:hartelijk\s+)?(?:bedankt|dank(?:\s+je|\s+u|jewel)(?:\s+wel)?)"
    r"|(?:wielkie\s+)?(?:dzięki|dziękuję|dziekuje|dzieki))"
)
_AFTER_THANKS = (
    r"(?:a\s+lot|so\s+much|very\s+much|a\s+bunch|indeed|ever\s+so|kindly|again|you|mate|love|man|dear|there|yarnnn"
    r"|schön|sehr|dir|euch|nochmal|vielmals|mucho|por\s+todo|otra\s+vez|beaucoup|bien|infiniment"
    r"|mille|tante|infinite|molto|mesmo|muito|imensa|wel|hoor|zeer|bardzo|ci|wielkie)"
)
# "That's all for today", "bis morgen".
_PARTING = (
    r"(?:(?:that['’]?s|that\s+is|that\s+was|das\s+(?:war['’]?s|war\s+es|ist|wäre)|eso\s+es)\s*(?:all|it|alles|todo)?"
    r"(?:\s+(?:for|für|por)\s+(?:now|today|heute|jetzt|hoy))?|(?:bye|good\s?bye|see\s+you|talk\s+(?:soon|later)|good\s?night"
    r"|tschüs+|bis\s+(?:bald|dann|morgen|später|nachher)|gute\s+nacht|schönen\s+(?:tag|abend)(?:\s+noch)?"
    r"|hasta\s+(?:luego|mañana|pronto)|adiós|buenas\s+noches|à\s+(?:bientôt|demain)|au\s+revoir)(?:\s+(?:then|later|tomorrow|dann))?)"
)
THANKS = lazily(
    rf"^(?:{_BEFORE_THANKS}[,!.]?\s+)*{_THANK}(?:[,!]?\s+{_AFTER_THANKS})*"
    rf"(?:\s+(?:for|für|por|pour|per|pelo|pela|voor|za)\b.*)?(?:[\s,.!…–-]+{_PARTING})*[\s!.…]*[:;]?[)(]*$"
    rf"|^{_PARTING}(?:[\s,.!]+{_PARTING})*[\s!.]*$"
    r"|^(?:ok|okay|great|perfect|good|nice|cool|got\s+it|alright|all\s+right|fine|never\s*mind|yes|no"
    r"|alles\s+klar|verstanden|prima|super|perfekt|passt|schon\s+gut|ja|nein"
    r"|vale|entendido|perfecto|genial|de\s+acuerdo|sí"
    r"|d['’]accord|parfait|entendu|ça\s+marche|oui|non"
    r"|va\s+bene|perfetto|capito|d['’]accordo|sì|está\s+bem|perfeito|entendi|tá\s+bom|sim|não"
    r"|prima|oké|goed|begrepen|nee|dobrze|jasne|rozumiem|tak|nie)[\s!.]*$",
    re.IGNORECASE,
)
_HOW_ARE_YOU = (
    r"(?:how\s+are\s+(?:you|things|we)|how['’]?s\s+it\s+going|how\s+do\s+you\s+do|you\s+(?:ok|okay|alright)"
    r"|wie\s+geht(?:['’]?s|\s+es)(?:\s+(?:dir|ihnen|euch))?|alles\s+(?:gut|klar)(?:\s+bei\s+dir)?"
    r"|¿?(?:qué|que)\s+tal|¿?cómo\s+estás|(?:comment\s+)?(?:ça|vas-tu|tu)\s+va[s]?|come\s+(?:stai|va)|tudo\s+bem|hoe\s+gaat\s+het"
    r"|(?:co|jak)\s+(?:słychać|się\s+masz))(?:\s+(?:doing|today|tonight|this\s+\w+|now|then|heute|denn|so|hoy|aujourd['’]hui|oggi"
    r"|hoje|vandaag|dzisiaj|mate|yarnnn))*"
)
_HELLO = (
    r"(?:hi+|hello|hey+|hiya|yo|morning|evening|good\s+(?:morning|afternoon|evening|day)|howdy|greetings"
    r"|hallo|hi|moin(?:\s+moin)?|servus|grüezi|grüß\s+(?:dich|gott|euch)|na"
    r"|guten?\s+(?:morgen|tag|abend)|hallöchen"
    r"|hola|buenas|buenos\s+días|buenas\s+(?:tardes|noches)"
    r"|bonjour|bonsoir|salut|coucou|ciao|salve|buongiorno|buonasera|olá|oi|bom\s+dia|boa\s+(?:tarde|noite)"
    r"|hoi|hallo|goedemorgen|goedemiddag|goedenavond|dag|cześć|hej|dzień\s+dobry|dobry\s+wieczór)"
)
_TO_WHOM = (
    r"(?:[,!]?\s+(?:there|yarnnn|again|everyone|all|zusammen|du|wieder|a\s+todos|tutti"
    r"|tout\s+le\s+monde))"
)
GREETING = lazily(
    rf"^{_HOW_ARE_YOU}\W*\?\W*$|^{_HELLO}{_TO_WHOM}?[\s!.,]*(?:{_HOW_ARE_YOU}[\s?!.]*)?$",
    re.IGNORECASE,
)
# A greeting before what a message says. Without a mark after it "all" or "du" may be part of that.
OPENING = lazily(
    rf"^{_HELLO}(?:{_TO_WHOM}?\s*[,.!…–:)-]+|\s+(?:there|yarnnn|again|zusammen)\b)\s*"
    rf"(?:{_HOW_ARE_YOU}\s*[?!.,]+\s*)?(?=\S)",
    re.IGNORECASE,
)
HELP = lazily(
    r"^(?:(?:and|so|ok|okay|hey|hi|hello|well|hallo|hola)[,!]?\s+)*"
    r"(?:what\s+(?:else\s+)?can\s+(?:you|i)\s+(?:\w+\s+)?do"
    r"(?:\s+(?:here|with\s+(?:you|this)|for\s+me))?|what\s+(?:are|do)\s+you(?:\s+do)?|who\s+are\s+you|"
    r"how\s+(?:do\s+you|does\s+(?:this|it)|do\s+i\s+use\s+(?:you|this))(?:\s+work)?|"
    r"(?:how\s+)?can\s+you\s+help(?:\s+me)?|help(?:\s+me)?|"
    r"(?:hilfe[,!.]?\s+)?was\s+kann\s+(?:ich|man)\s+(?:hier\s+)?(?:alles\s+)?(?:machen|tun|sagen|fragen)|"
    r"was\s+(?:alles\s+)?kannst\s+du(?:\s+(?:alles|so|für\s+mich\s+tun|denn))*|wer\s+bist\s+du(?:\s+denn)?|"
    r"wie\s+funktioniert\s+(?:das|es)(?:\s+hier)?|hilfe|"
    r"(?:qué|que)\s+(?:puedes|sabes)\s+hacer|quién\s+eres|cómo\s+funcionas?(?:\s+esto)?|ayuda|"
    r"que\s+(?:peux-tu|sais-tu)\s+faire|qui\s+es-tu|comment\s+ça\s+marche|aide|"
    r"cosa\s+(?:puoi|sai)\s+fare|chi\s+sei|come\s+funziona|aiuto|"
    r"o\s+que\s+(?:podes|pode|sabes)\s+fazer|quem\s+és|como\s+funciona(?:s)?|ajuda|"
    r"wat\s+kun\s+je|wie\s+ben\s+je|hoe\s+werkt\s+(?:het|dit)|"
    r"co\s+(?:potrafisz|umiesz)|kim\s+jesteś|jak\s+to\s+działa|pomoc)[\s?!.¿]*$",
    re.IGNORECASE,
)
# What only somebody with hands or a line to the world could do.
DEED = lazily(
    r"^(?:(?:hey|ok|okay|and|so|please|yarnnn|bitte|oye)[,!]?\s+)*"
    r"(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?"
    r"(?:ring|phone|call(?!\s+me\b)|text|e-?mail|message|send|order|buy|book|play|open|turn\s+(?:on|off)|set\s+(?:an?|the|my)"
    r"|translate|google|cook|pay|print|schedule)\b"
    r"|(?:kannst|könntest|würdest)\s+du\s+(?!.*\b(?:merken|vergessen|erinnern|sagen|speichern|notieren)\b).*\b"
    r"(?:anrufen|schreiben|schicken|senden|bestellen|kaufen|buchen|abspielen|öffnen|einschalten|ausschalten|stellen"
    r"|übersetzen|googeln|kochen|bezahlen|drucken)"
    r"|(?:puedes|podrías)\s+(?:llamar|enviar|mandar|pedir|comprar|reservar|poner|abrir|encender|apagar|traducir|pagar|imprimir)\b)"
    r".*\W*$",
    re.IGNORECASE,
)
