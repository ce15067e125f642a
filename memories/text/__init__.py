"""Text: words, sentences, languages, questions, when two sentences say the same."""

from memories.text import question_parser
from memories.text.asking import ASKING, LONGEST_QUESTION, asked_within, asks
from memories.text.best_sentence import LONG, fitting
from memories.text.calendar.dated import dated
from memories.text.calendar.days import NamedTime, times
from memories.text.calendar.past import asks_past
from memories.text.calendar.tense import way
from memories.text.fact_parts import (
    ME,
    FactParts,
    differ,
    fact_parts,
    of_another,
    one_within,
    other_value,
    tells_one_value,
)
from memories.text.identifiers import Identifier, IdKind, identifiers
from memories.text.languages import ENGLISH, is_latin, language_of, small_words
from memories.text.masks import MASK, is_blank, masked
from memories.text.meaning.concepts import gloss, language_meant, meanings
from memories.text.meaning.english_words import in_english, others_for, words_meaning
from memories.text.names.find import names_in
from memories.text.names.found import Named
from memories.text.names.spellings import (
    Name,
    named_in_full,
    names_asked,
    naming,
    only_names,
    spellings,
    written_alike,
)
from memories.text.question_parser import Asked, Period, Wanted, understand
from memories.text.sameness.gist import Gist, gist
from memories.text.sameness.restating import Features, features
from memories.text.sameness.same_fact import Statement, same, statement, states, stating
from memories.text.sameness.subjects import FIRST, GOES_ON, clauses
from memories.text.second_person import in_second_person
from memories.text.sentences import (
    Span,
    cut_evenly,
    headings,
    is_numbered,
    sentences,
    widened,
    windows,
)
from memories.text.tags import MOST, tags_of
from memories.text.trees import Trees
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
    "ASKING",
    "ENGLISH",
    "FIRST",
    "GOES_ON",
    "LONG",
    "LONGEST_QUESTION",
    "MASK",
    "ME",
    "MOST",
    "STOP_WORDS",
    "Asked",
    "FactParts",
    "Features",
    "Gist",
    "IdKind",
    "Identifier",
    "Name",
    "Named",
    "NamedTime",
    "Period",
    "Span",
    "Statement",
    "Trees",
    "Wanted",
    "Word",
    "asked_within",
    "asked_words",
    "asks",
    "asks_past",
    "clauses",
    "content_words",
    "cut_evenly",
    "dated",
    "differ",
    "fact_parts",
    "features",
    "fitting",
    "gist",
    "gloss",
    "headings",
    "identifiers",
    "in_english",
    "in_second_person",
    "indexed",
    "is_blank",
    "is_latin",
    "is_numbered",
    "language_meant",
    "language_of",
    "masked",
    "meanings",
    "named_in_full",
    "names_asked",
    "names_in",
    "naming",
    "of_another",
    "one_within",
    "only_names",
    "other_value",
    "others_for",
    "question_parser",
    "same",
    "sentences",
    "small_words",
    "spellings",
    "statement",
    "states",
    "stating",
    "stem_of",
    "stems",
    "stems_of_names",
    "tags_of",
    "tells_one_value",
    "times",
    "understand",
    "way",
    "widened",
    "windows",
    "words_meaning",
    "written_alike",
]
