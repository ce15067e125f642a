"""What is said with doubt: "I might move to Lyon", "vielleicht", "a lo mejor" make no memory.

A doubt is of the part of a sentence it stands in: of "I live in Kiel, perhaps I'll go to Hamburg"
the first half is sure. A remark such as "not sure" doubts all that is before it. English, German,
Spanish.
"""

import re
from datetime import UTC, datetime

from memories.learning.reading.facts import begins_with_subject
from memories.text import Span, times
from memories.text.patterns import lazily

# Parts with fewer words that are sure tell nothing by themselves.
_FEWEST = 3
# Whether words name a time is the same on every day.
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
_PART = lazily(
    r"\s*[;:–—]\s+|\s+-\s+|\s*,?\s+(?:and|but|und|aber|pero|y)\s+(?:then\s+|dann\s+)?|\s*,\s+",
    re.IGNORECASE,
)
# Who speaks with these doubts what they say, or only thinks of it.
_DOUBT = lazily(
    r"\bmight\b(?! as well)"
    r"|\b(?:maybe|perhaps|possibly|probably|presumably|supposedly|allegedly)\b"
    r"(?! (?:you|we've (?:met|talked)))"
    r"|\b(?:could|may) (?:well|also|just|possibly|perhaps)? ?be\b"
    # The month has a capital, or a word before it that months have.
    r"|(?<!in )(?<!on )(?<!of )(?<!this )(?<!next )(?<!last )(?<!by )(?<!until )(?<!since )"
    r"(?<!early )(?<!late )(?<=[a-z] )(?-i:may) (?:not |well |still |soon |even )?"
    r"(?!(?:\d|the \d|and|or|is|was)\b)[a-z]{2,}"
    r"|\bi (?:think|guess|suppose|suspect|reckon|assume|believe)\b(?! (?:in|of|so|about)\b)"
    r"|\b(?:i['’]m|i am|we['’]re|we are|still|been) (?:still |just |only )?"
    r"(?:considering|contemplating|toying with|thinking (?:of|about)|tempted|debating|undecided)\b"
    r"|^(?:considering|thinking (?:of|about)|tempted)\b"
    r"|\b(?:not|n['’]t) (?:really |quite |yet |entirely |completely )?(?:sure|certain|decided|know)"
    r" (?:if|whether|yet)\b"
    r"|\b(?:seems|looks like|sounds like|appears)\b(?= (?:that |as if )?(?:i|we|my)\b)"
    r"|\b(?:vielleicht|eventuell|evtl|womöglich|möglicherweise|vermutlich|wahrscheinlich"
    r"|angeblich|anscheinend|gegebenenfalls|ggf)\b"
    r"|\b(?:kann|könnte)\b(?: \w+)? (?:gut )?sein\b|\bkönnte(?:n|st)?\b"
    r"|\b(?:ich (?:glaube?|denke?|vermute?|schätze?|nehme an)|(?:glaube?|denke?|vermute?|schätze?)"
    r" ich)(?=[,:]? (?:dass |ich\b|wir\b|es\b|mein|unser|er\b|sie\b|der\b|die\b|das\b|[A-ZÄÖÜ]|$))"
    r"|\b(?:ich|wir) (?:\w+ )?überleg(?:en?)?\b|\büberleg(?:en?)? (?:ich|wir)\b"
    r"|\bspielen? (?:mit|gerade mit) dem gedanken\b|\b(?:nicht|noch nicht) sicher,? ob\b"
    r"|\bes scheint\b|\b(?:quizás?|tal vez|a lo mejor|igual me|posiblemente|probablemente"
    r"|seguramente|supuestamente)\b"
    r"|\bpuede (?:ser )?que\b|\b(?:es|parece) (?:posible|probable) que\b|\bparece que\b"
    r"|\b(?:creo|supongo|imagino|me parece|diría) que\b|\bno sé si\b"
    r"|\bno estoy segur[oa] (?:de|si)\b"
    r"|\b(?:me lo )?est(?:oy|amos) (?:pensando|planteando|dudando)\b|\bpodría(?:mos|n)?\b",
    re.IGNORECASE,
)
# Doubts what was said before it.
_REMARK = lazily(
    r"^\W*(?:(?:but|and|though|or so|aber|doch|pero|y|well|so)\W+)*"
    r"(?:(?:ich )?bin (?:mir )?(?:da )?(?:noch )?|i['’]m |i am |we['’]re |i |still |really )*"
    r"(?:(?:not (?:\w+ )?(?:sure|certain|decided)|unsure|no idea|don['’]t quote me"
    r"|haven['’]t decided|something like that|(?:\w+ )?nicht (?:ganz )?sicher|keine ahnung"
    r"|frag mich nicht|sicher ist|no estoy segur[oa]|ni idea|quién sabe"
    r"|no me hagas (?:\w+ )?caso|todavía (?:no )?(?:lo|me lo))\b"
    r"|(?:who knows|don['’]t know|dunno|we['’]ll see|can['’]t (?:quite )?remember|wer weiß|oder so"
    r"|mal (?:sehen|schauen)|(?:weiß|weiss) (?:ich )?nicht|no (?:lo )?sé"
    r"|ya veremos)(?: (?:though|yet|really|exactly|for sure|honestly|genau|noch|ehrlich|aún"
    r"|seguro))*\W*$)",
    re.IGNORECASE,
)
# When something will be, alone: what will be is sure.
_ONLY_WHEN = lazily(
    r"^(?:probably|maybe|perhaps|possibly|vielleicht|wahrscheinlich|vermutlich|quizás?|tal vez"
    r"|probablemente|a lo mejor) (?:some ?time )?(?:in|on|at|around|from|by|next|this|im|am|ab|um"
    r"|nächste\w*|en|el|para)(?: [\w.]+){1,3}\W*$",
    re.IGNORECASE,
)
# Says it softly and means it: "I think I prefer tea".
_SOFT = lazily(
    r"\b(?:i (?:think|guess|suppose|believe)|(?:ich )?(?:glaube?|denke?)(?: ich)?|creo que)\b,?"
    r"[^,.]{0,30}\b(?:prefer|like|love|hate|enjoy|mag|liebe|hasse|lieber|gerne?|gusta\w*|prefiero"
    r"|encanta\w*|odio)\b",
    re.IGNORECASE,
)
# What would be, if only: "if I got it I would study in Toronto".
_IF = lazily(
    r"\bif\b[^.]*\b(?:would|could|might|i['’]d|we['’]d)\b|\b(?:would|could|might|i['’]d|we['’]d)\b[^.]*\bif\b"
    r"|\b(?:wenn|falls)\b[^.]*\bwürden?\b|\bwürden?\b[^.]*\b(?:wenn|falls)\b"
    r"|\bsi\b[^.]*\b\w{3,}(?:ara|iera|ase|iese)\b[^.]*\b\w{3,}ría(?:mos|n)?\b",
    re.IGNORECASE,
)
# A wish about answers is no mere thought: "I'd like it if you answered briefly".
_TO_YOU = lazily(r"\b(?:you|your|du|sie|dir|dein\w*|ihnen|tú|te|usted)\b", re.IGNORECASE)


def is_remark_of_doubt(sentence: str) -> bool:
    """Whether a sentence only doubts what was said before it: "Not sure though." """
    return bool(_REMARK.match(sentence)) and len(sentence.split()) <= 2 * _FEWEST


def sure_part(words: str) -> Span | None:
    """The part of a sentence that is said without doubt: all of it, mostly; None where none is."""
    if _IF.search(words) and not _TO_YOU.search(words):
        return None
    if not (_DOUBT.search(words) or _REMARK.search(words) or _any_remark(words)):
        return Span(0, len(words))
    parts = _parts(words)
    start: int | None = None
    for number, part in enumerate(parts):
        said = part.of(words)
        if number and _REMARK.match(said):
            return None
        if _is_doubted(said):
            if start is not None:
                return _of(words, start, parts[number - 1].stop)
        elif start is None and (not number or begins_with_subject(said)):
            start = part.start
    return _of(words, start, parts[-1].stop) if start is not None else None


def _is_doubted(said: str) -> bool:
    meant = _SOFT.search(said) or (_ONLY_WHEN.match(said) and times(said, _ANY_DAY, "future"))
    return bool(_DOUBT.search(said)) and not meant


def _any_remark(words: str) -> bool:
    return any(_REMARK.match(part.of(words)) for part in _parts(words)[1:])


def _of(words: str, start: int, stop: int) -> Span | None:
    return Span(start, stop) if len(words[start:stop].split()) >= _FEWEST else None


def _parts(words: str) -> list[Span]:
    found, start = [], 0
    for joint in _PART.finditer(words):
        if joint.start() > start:
            found.append(Span(start, joint.start()))
        start = joint.end()
    return [*found, Span(start, len(words))]
