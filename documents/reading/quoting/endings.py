"""What stands below a mail's words: the writer's signature, and footers that programs add."""

import re
from collections.abc import Sequence

# Maximum distance of a sign-off from the end of the text, in lines.
_LOW = 40
_LONGEST_SIGNATURE = 15
_LONGEST_LINE = 300
_DELIMITER = re.compile(r"^--\s{0,3}$|^—{1,2}\s?$")
_RULE = re.compile(r"^\s?[_=~*-]{16,}[\s~>|_*=-]{0,60}$")
_FOOTER = re.compile(
    r"^\W{0,12}(?:sent from (?:my|mail|outlook|yahoo|proton|samsung|the|a) ?\b.{0,60}"
    r"|get (?:outlook|yahoo mail|bluemail) for .{0,40}|get your free .{0,80}"
    r"|(?:von|gesendet) (?:meinem|mit|von) .{0,40}(?:gesendet|handy|iphone)?"
    r"|envoyé (?:de|depuis) mon .{0,40}|enviado desde mi .{0,40}|inviato da(?:l mio)? .{0,40}"
    r"|this (?:sf\.net )?e-?mail is sponsored by.*|do you yahoo!\?.*"
    r"|(?:to )?(?:un)?subscribe\b.{0,200}|(?:click here )?to unsubscribe.{0,200}"
    r"|(?:irish linux users' group|[\w.+-]+ mailing list)\b.{0,120}"
    r"|you(?: are|['’]re| have)? receiv(?:ed|ing) this (?:e-?mail|message|because).{0,300}"
    r"|you are (?:currently )?subscribed to .{0,200}|list (?:info|archives?|guidelines)\b.{0,200}"
    r"|confidentiality (?:notice|note)\b.*|(?:legal )?disclaimer\s?:.*"
    r"|(?:this|the information (?:contained )?in this)"
    r" (?:e-?mail|message|communication|transmission)\b.{0,120}"
    r"\b(?:confidential|intended|privileged).*"
    r"|diese e-?mail (?:enthält|ist) .{0,80}(?:vertraulich|bestimmt).*"
    r"|ce (?:message|courriel)\b.{0,120}\bconfidentiel.*"
    r"|https?://\S{1,150}/(?:mailman/)?listinfo/\S{1,80})\s*$",
    re.IGNORECASE,
)
_ADVERTISES = re.compile(r"https?://|www\.|@|sponsor|free|yahoo|msn|hotmail", re.IGNORECASE)
_CLOSING = re.compile(
    r"^\W{0,3}(?:(?:with )?(?:my |our )?(?:all |very |many )?"
    r"(?:the |kind(?:est)? |best |warm(?:est)? )?"
    r"(?:best|regards|wishes|cheers|thanks|thank you|thx|sincerely|yours|love|greetings|ciao|salut)"
    r"(?: again| so much| a lot| in advance| and regards| regards| wishes| truly| sincerely"
    r"| faithfully| ever| you)?"
    r"|(?:mit )?(?:viele|liebe|beste|herzliche|freundliche[nr]?|schöne) grü(?:ß|ss)e?n?|mfg|lg|vg"
    r"|(?:bien )?cordialement|amicalement|bises|bien à vous|(?:un )?saludos?|un abrazo|atentamente"
    r"|cordiali saluti|met vriendelijke groet(?:en)?|groetjes|med vänlig hälsning|hälsningar|mvh)"
    r"[\s,.!–-]{0,4}$",
    re.IGNORECASE,
)


# Below the name, words of the writer's all the same.
_POSTSCRIPT = re.compile(
    r"^\W{0,3}(?:(?:P\.? ?){1,3}-?S(?:[.:,)]|\s*[-–—])|P{1,3}S\s+\S|p\.?p?\.?\s?s\.?\s*[:.)–—-]"
    r"|P\.?\s?D\.?\s*[:.]|posdata|post ?scriptum|nachtrag\s*:|N\.?\s?B\.?\s*[:.]|З\.?\s?Ы\.?|追伸"
    r"|yp\.?\s*:|u\.?i\.?\s*:|dip\.?\s*:)"
)
# "--j." or "- Dana" in the last line is a name.
_DASHED_NAME = re.compile(
    r"^(?:-{1,2}|—|–|~)\s?[^\W\d_][\w.'’]{0,15}(?: [^\W\d_][\w.'’]{0,15}){0,2}$"
)
_SENTENCE = re.compile(r"\w+(?:[ ,;'’]+\w+){4,}.{0,200}[.!?…]\s*$")


def signature_at(lines: Sequence[str]) -> int:
    """In which line the writer's signature begins; their number where there is none."""
    end = len(lines)
    first, shown = end, 0
    for place in range(end - 1, max(-1, end - _LOW), -1):
        # A list adds one more below the writer's own: the upper one counts.
        if _DELIMITER.match(lines[place]) and shown <= _LONGEST_SIGNATURE:
            first = place
        shown += bool(lines[place].strip())
    if first < end:
        return _name_at(lines[:first])
    for place in range(max(0, end - 10), end):
        if len(lines[place]) < 60 and _CLOSING.match(lines[place].strip()):
            below = [one for one in lines[place + 1 :] if one.strip()]
            if len(below) <= 7 and all(len(one) < 70 for one in below) and _names(below):
                return place + 1
    return _name_at(lines)


def _name_at(lines: Sequence[str]) -> int:
    """In which line "--j." stands, where that is the last one; their number where it is not."""
    end = len(lines)
    last = next((n for n in range(end - 1, -1, -1) if lines[n].strip()), end)
    if last == end or not _DASHED_NAME.match(lines[last].strip()):
        return end
    above = next((one.strip() for one in reversed(lines[:last]) if one.strip()), "")
    return end if above.startswith(lines[last].strip()[0]) else last


def postscript_at(lines: Sequence[str], signature: int) -> int:
    """In which line a PS begins below the signature; the number of lines where there is none."""
    below = range(signature, len(lines))
    return next((n for n in below if _POSTSCRIPT.match(lines[n][:_LONGEST_LINE])), len(lines))


def _names(below: Sequence[str]) -> bool:
    """Whether what stands below a closing begins with a name, not with a sentence of the mail."""
    return not below or _POSTSCRIPT.match(below[0]) is not None or not _SENTENCE.search(below[0])


def footer_at(lines: Sequence[str]) -> int:
    """In which line begins what no person wrote; the number of lines where there is nothing."""
    first = end = len(lines)
    for place in range(end - 1, max(-1, end - _LOW), -1):
        line = lines[place]
        if len(line) <= _LONGEST_LINE and _FOOTER.match(line):
            first = place
        elif _RULE.match(line[:_LONGEST_LINE]):
            below = [one for one in lines[place + 1 : first] if one.strip()]
            near = first < end and len(below) <= 4
            if near or (len(below) <= 8 and _ADVERTISES.search(" ".join(below)[:2_000])):
                first = place
        elif len(line) > _LONGEST_LINE and _FOOTER.match(line[:_LONGEST_LINE]):
            first = place
    return first
