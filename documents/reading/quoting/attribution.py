"""Lines that say whose words come next: "On … Dana wrote:", header blocks, "Original Message"."""

import re
from collections.abc import Sequence

LONGEST_LINE = 400
# Maximum number of lines an attribution is broken over.
_MOST_LINES = 4
# Maximum number of words of an attribution that has a verb alone ("as my sister said:").
_FEW_WORDS = 7

_VERBS = (
    r"wrote|writes|said|says|wrote in|quoting|mentioned|replied|commented|scribbled|spake|thought"
    r"|schrieb(?:en)?|geschrieben|schreibt|meinte|a écrit|écrit|écrivait|escribió|escribi[oó]"
    r"|escribe|va escriure|ha escrit|ha scritto|scrisse|scrive|schreef|schrijft|skrev|skriver"
    r"|napisał(?:a|\(a\))?|pisze|napsal(?:a|\(a\))?|píše|napísal(?:a|\(a\))?|napisa[ol]"
    r"|napisao/la je|napisala?|piše|написала?|пишет|пише|написав|написа|escreveu|escreve"
    r"|yazdı|yazmış|kirjoitti|kirjutas|rašė|rakstīja|ezt írta|írta|a scris|scria|έγραψε|menulis"
    r"|đã viết|viết|เขียนว่า|כתב|כתבה|كتب|كتبت|كتبه|写道|寫道|书写|写到|のメール|さんは書きました"
    r"|が書きました|さんが書きました|작성|님이 작성|쓰셨습니다"
)
_VERB = re.compile(rf"(?<!\w)(?:{_VERBS}|thought to have said)(?!\w)", re.IGNORECASE)
# The same where letters follow each other without spaces.
_VERB_JOINED = re.compile(r"写道|寫道|书写|写到|書きました|のメール|작성|쓰셨습니다|เขียนว่า")
_ENDS = re.compile(r"[:：][\s*_\u200e\u200f\u202a-\u202e\u2066-\u2069]*$")
_ADDRESS = re.compile(r"[^\s<>()@,;:\[\]]{1,100}@[^\s<>()@,;\[\]]{1,100}")
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|\d{4}\s?[年년]|\b\d{8}T?\b"
)
_TIME = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
_DIGITS = re.compile(r"\d+")
_DAYS = (
    r"mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|mié|jeu|jue|ven|vie|sam|sáb"
    r"|dim|dom|lør|lör|ons|tors|fre|man|mån|pon|wt|śr|czw|pt|niedz"
)
# How attributions begin in mail programs; alone it is no proof.
_ON = re.compile(
    rf"^\W{{0,3}}(?:on|am|le|el|il|em|op|den|på|dnia|dne|at|in|w dniu|în|no dia|på|vào|pada|på"
    rf"|στις|на|в|(?:{_DAYS})\w{{0,8}}[.,]?)\b.{{0,200}}\d",
    re.IGNORECASE | re.DOTALL,
)
_NAME = re.compile(
    r"^[\"'“*_]{0,2}(?!(?:and|but|so|then|as|when|what|if|my|the|he|she|they|i)\b)"
    r"[^\W\d_][\w.'’-]*(?:,? [^\W_][\w.'’-]*){0,3}[\"'”*_]{0,2}(?: [<(]\S{3,100}[>)])?$",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"^[\"'“*_]{0,2}[A-ZÀ-ÞА-ЯΑ-Ω][^a-z]?")
# "Dana Whitfield", "Jo van der Berg": a name alone, each word with its capital.
_FULL_NAME = re.compile(
    r"^[\"'“*_]{0,2}[^\W\d_a-z][\w.'’-]*"
    r"(?: (?:v[ao]n|de[rn]?|da|di|del|la|le|bin|al|[^\W\d_a-z][\w.'’-]*)){1,4}[\"'”*_]{0,2}$"
)
# "In article <id> …", and mutt's "* Dana <address> [date]".
_USENET = re.compile(r"^\W{0,3}in (?:article|message|news:)\b.{0,40}@", re.IGNORECASE)
_DATED_LAST = re.compile(
    r"@[^\s>)]{1,100}[>)]?\s*[\[(][^\])]{0,50}\d{2}:?\d{2}[^\])]{0,20}[\])]\s*:\s*$"
)
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)]*\s*$")

_ORIGINAL = re.compile(
    r"^\W{0,3}-{2,}\s*(?:original(?:\s+\w+)?|ursprüngliche|originalnachricht|message d['’]origine"
    r"|mensaje original|messaggio originale|oorspronkelijk|opprinnelig|oprindelig|mensagem original"
    r"|original-nachricht|missatge original|wiadomość oryginalna|oryginalna wiadomość"
    r"|původní zpráva|pôvodná správa|исходное сообщение|оригинальное сообщение|оригінальне"
    r"|ursprungligt|ursprungsmeddelande|alkuperäinen|eredeti üzenet|mesaj original|mesajul original"
    r"|orijinal (?:mesaj|ileti)|özgün ileti|αρχικό μήνυμα|pesan asli|thư gốc|原始邮件|原邮件"
    r"|原始郵件|元のメッセージ|원본 메시지|הודעה מקורית|الرسالة الأصلية)[^-]{0,40}-{2,}\W{0,3}$",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"^\W{0,3}(?:-{2,}\s*(?:forwarded|weitergeleitete|message transféré|mensaje reenviado"
    r"|messaggio inoltrato|doorgestuurd|mensagem encaminhada|missatge reenviat|vidarebefordrat"
    r"|videresendt|przekazana wiadomość|wiadomość przekazana|přeposlaná|preposlaná|пересылаемое"
    r"|пересланное|перенаправленное|переслане|edelleenlähetetty|välitetty|továbbított"
    r"|mesaj redirecționat|yönlendirilen|iletilen|προωθημένο|转发|轉寄|転送|전달된)[^-]{0,60}-{2,}"
    r"|-{5,}\s*forwarded message|begin forwarded message"
    r"|anfang der weitergeleiteten(?: nachricht| e-mail)?"
    r"|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado"
    r"|inizio messaggio inoltrato|begin doorgestuurd bericht|vidarebefordrat (?:brev|mejl)"
    r"|start på videresendt (?:besked|melding)|videresendt melding"
    r"|início da mensagem encaminhada|начало переадресованного сообщения"
    r"|początek przekazywanej wiadomości|以下是转发的邮件|転送されたメッセージ)\W{0,3}$",
    re.IGNORECASE,
)
_FROM_LABELS = (
    r"from|von|de|da|van|från|fra|od|od koho|от|от кого|від|kimden|gönderen|lähettäjä|feladó"
    r"|de la|από|差出人|发件人|寄件者|寄件人|보낸 ?사람|מאת|من|dari|từ|šalje|saatja|nuo|no"
)
_OTHER_LABELS = (
    r"sent|gesendet|date|datum|envoyée?|enviado(?: el)?|enviada(?: em)?|enviat(?: el)?|data|fecha"
    r"|inviato|verzonden|skickat|sendt|lähetetty|päivämäärä|päiväys|wysłano|wysłane|odesláno"
    r"|odoslané|elküldve|küldve|dátum|dato|отправлено|дата|надіслано|gönderildi|gönderilme tarihi"
    r"|tarih|trimis|εστάλη|ημερομηνία|送信日時|日時|日付|发送时间|日期|寄件日期|보낸 날짜|날짜|נשלח"
    r"|תאריך|تاريخ الإرسال|أُرسلت|التاريخ|dikirim|tanggal|gửi|đã gửi|ngày"
    r"|to|an|à|para|per a|a|aan|till|til|do|komu|кому|kime|alıcı|vastaanottaja|címzett|către|catre"
    r"|προς|宛先|收件人|收件者|받는 ?사람|אל|إلى|kepada|đến|prima"
    r"|subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|assunto|assumpte|temat|předmět"
    r"|predmet|тема|konu|aihe|tárgy|subiect|θέμα|件名|主题|主題|主旨|제목|נושא|الموضوع"
    r"|subjek|chủ đề"
    r"|cc|bcc|kopie|kopia|копия|копія|bilgi|kopio|másolatot kap|抄送|副本|참조|עותק|dw|reply-to"
    r"|antwort an|répondre à|importance|priority|wichtigkeit|organization|newsgroups|x-mailer"
    r"|message-id|in-reply-to|references|attachments?|anlagen?"
)
_HEADER = re.compile(
    rf"^[ \t*_]{{0,6}}(?:{_FROM_LABELS}|{_OTHER_LABELS})[ \xa0*_]{{0,4}}[:：]", re.IGNORECASE
)
_FROM = re.compile(rf"^[ \t*_]{{0,6}}(?:{_FROM_LABELS})[ \xa0*_]{{0,4}}[:：]", re.IGNORECASE)
_SUPERCITED = re.compile(
    r"^(?:>{3,8}\s)?(?:on .{0,60},\s)?\"?[\w ]{1,20}\"? == .{1,160}:\s*$", re.IGNORECASE
)


def forwards(line: str) -> bool:
    """Whether all below is a mail passed on, as "Begin forwarded message:" says."""
    return len(line) <= LONGEST_LINE and bool(_FORWARD.match(line))


def is_original(line: str) -> bool:
    """Whether it is a rule like "-----Original Message-----"."""
    return len(line) <= LONGEST_LINE and bool(_ORIGINAL.match(line))


def headers_stop(lines: Sequence[str], place: int, fewest: int = 3) -> int:
    """Where the headers of a mail end that begin here, as Outlook quotes; `place` for none.

    A header goes on in lines without a label: a long list of receivers does.
    """
    if not _FROM.match(lines[place][:LONGEST_LINE]) and fewest > 1:
        return place
    found, stop, blanks = 0, place, 0
    for at in range(place, min(place + 14, len(lines))):
        line = lines[at]
        if _HEADER.match(line[:LONGEST_LINE]):
            found, stop, blanks = found + 1, at + 1, 0
        elif not line.strip():
            blanks += 1
            if blanks > 1 or (found >= fewest and not _next_is_header(lines, at)):
                break
        elif not ("@" in line and found):
            break
    return stop if found >= fewest else place


def _next_is_header(lines: Sequence[str], at: int) -> bool:
    return at + 1 < len(lines) and bool(_HEADER.match(lines[at + 1][:LONGEST_LINE]))


def above_quote(lines: Sequence[str], last: int) -> int | None:
    """Where the attribution begins that ends in this line, right above a quote; None for none."""
    first: int | None = None
    for at in range(last, max(-1, last - _MOST_LINES), -1):
        line = lines[at]
        if len(line) > LONGEST_LINE or not line.strip():
            break
        if at < last and (_SENTENCE_END.search(line) or (first is not None and not _hints(line))):
            break
        if _leads_into_quote(_joined(lines, at, last)):
            first = at
    return first


def attribution_stop(lines: Sequence[str], place: int, *, at_top: bool) -> int:
    """Where an attribution ends that begins here though no quote follows; `place` for none.

    `at_top`: nothing was said above, so that "Dana wrote:" needs no date to be one.
    """
    for last in range(place, min(place + _MOST_LINES, len(lines))):
        if len(lines[last]) > LONGEST_LINE or not lines[last].strip():
            break
        if last > place and not _hints(lines[place]):
            break
        told = _joined(lines, place, last)
        if _stands_alone(told) or (at_top and _is_name_and_verb(told)):
            return last + 1
        if _SENTENCE_END.search(lines[last]) and not _ADDRESS.search(lines[last]):
            break
    return place


def is_attribution(text: str) -> bool:
    """Whether a paragraph of a mail only says who is quoted below it."""
    lines = text.split("\n")
    return attribution_stop(lines, 0, at_top=True) == len(lines)


def _joined(lines: Sequence[str], first: int, last: int) -> str:
    return " ".join(line.strip() for line in lines[first : last + 1])


def _hints(line: str) -> bool:
    """Whether a line may be the first of an attribution that is broken over several."""
    return bool(_ON.match(line) or _DATE.search(line) or _ADDRESS.search(line))


def _leads_into_quote(told: str) -> bool:
    """Whether it is an attribution, given that a quote follows."""
    if _SUPERCITED.match(told):
        return True
    if not _ENDS.search(told):
        return bool(_says(told) and _ADDRESS.search(told) and told.rstrip().endswith("wrote"))
    if _is_name_and_verb(told) or _says_when_or_who(told):
        return True
    if _says(told):
        return len(told.split()) <= _FEW_WORDS or bool(_ON.match(told))
    name = _ENDS.sub("", told).strip()
    if len(name) > 60:
        return False
    # "Dana Whitfield:", or "Dana Whitfield joked:" with whatever verb.
    before, _, verb = name.rpartition(" ")
    full = _FULL_NAME.match(name) or (verb.islower() and _FULL_NAME.match(before))
    return bool(full)


def _stands_alone(told: str) -> bool:
    """Whether it is an attribution whatever follows."""
    if not _ENDS.search(told):
        return bool(
            _ADDRESS.search(told) and _ON.match(told) and told.rstrip().endswith((" wrote", "crit"))
        )
    if _DATED_LAST.search(told) or _SUPERCITED.match(told):
        return True
    if not _says(told):
        ends = _ENDS.sub("", told).rstrip(" >)]\u202c\u202a\u2069\u200f\u200e")
        address = next((one for one in _ADDRESS.finditer(told)), None)
        dated = bool(_DATE.search(told) and _TIME.search(told))
        return (
            address is not None and dated and (address.end() >= len(ends) or bool(_ON.match(told)))
        )
    if _USENET.match(told):
        return True
    if _ADDRESS.search(told) and (_DATE.search(told) or _TIME.search(told)):
        return True
    if _DATE.search(told) and _TIME.search(told):
        return True
    return bool(_ON.match(told)) and len(_DIGITS.findall(told)) > 1


def _says(told: str) -> bool:
    """Whether it has a verb of writing near its end."""
    end = told[-160:]
    return bool(_VERB.search(end) or _VERB_JOINED.search(end))


def _says_when_or_who(told: str) -> bool:
    dated = bool(_DATE.search(told) and _TIME.search(told))
    return bool(_ADDRESS.search(told)) or dated


def _is_name_and_verb(told: str) -> bool:
    """ "Dana Whitfield wrote:", and nothing else."""
    words = _ENDS.sub("", told).rstrip(" *")
    found = next((one for one in _VERB.finditer(words) if one.end() == len(words)), None)
    if found is None or len(words) > 120:
        return False
    name = words[: found.start()].strip()
    return bool(_ADDRESS.fullmatch(name) or (_NAME.match(name) and _CAPITAL.match(name)))
