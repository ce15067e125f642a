"""Text: words, sentences, languages, questions, when two sentences say the same."""

from memories.text import question_parser
from memories.text.best_sentence import LONG, fitting
from memories.text.languages import ENGLISH, is_latin
from memories.text.masks import MASK, is_blank, masked
from memories.text.question_parser import Asked, Period, Wanted, understand
from memories.text.same_fact import Statement, same, statement, states, stating
from memories.text.second_person import in_second_person
from memories.text.sentences import Span, cut_evenly, sentences, widened, windows
from memories.text.subjects import FIRST
from memories.text.tags import MOST, tags_of
from memories.text.times import NamedTime, times
from memories.text.words import (
    STOP_WORDS,
    Word,
    asked_words,
    content_words,
    indexed,
    stem_of,
    stems,
    stems_of_names,
)

__all__ = [
    "ENGLISH",
    "FIRST",
    "LONG",
    "MASK",
    "MOST",
    "STOP_WORDS",
    "Asked",
    "NamedTime",
    "Period",
    "Span",
    "Statement",
    "Wanted",
    "Word",
    "asked_words",
    "content_words",
    "cut_evenly",
    "fitting",
    "in_second_person",
    "indexed",
    "is_blank",
    "is_latin",
    "masked",
    "question_parser",
    "same",
    "sentences",
    "statement",
    "states",
    "stating",
    "stem_of",
    "stems",
    "stems_of_names",
    "tags_of",
    "times",
    "understand",
    "widened",
    "windows",
]
