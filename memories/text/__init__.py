"""Text: words, sentences, languages, questions, when two sentences say the same."""

from memories.text import question_parser
from memories.text.calendar.clock import clock_times, may_be_clock_time
from memories.text.calendar.dated import dated, dated_near, undated
from memories.text.calendar.days import NamedTime, times
from memories.text.calendar.names import month_numbers, months, weekdays
from memories.text.calendar.tense import asks_past
from memories.text.calendar.told import month_before, told_times, when_told
from memories.text.calendar.whats_on.asked import AskedDays
from memories.text.calendar.whats_on.occurring import days_told, occurrence, whole_months
from memories.text.calendar.words import is_feast
from memories.text.contractions import written_out
from memories.text.fact_parts import FactParts
from memories.text.identifiers import identifiers
from memories.text.languages import ENGLISH, is_latin, is_small, language_of
from memories.text.lists import politeness
from memories.text.lists.machines import MACHINES
from memories.text.lists.now import now_words
from memories.text.meaning.concepts import language_meant
from memories.text.meaning.english_words import in_english
from memories.text.meaning.number_words import number_words
from memories.text.names.find import names_in
from memories.text.names.lists import PERSON
from memories.text.names.named_entity import NamedEntity
from memories.text.patterns import any_of, lazily
from memories.text.question_detection import (
    ASKING,
    LONGEST_QUESTION,
    QUESTION_MARKS,
    asked_within,
    asks,
    asks_to_be_reminded,
)
from memories.text.question_parser import (
    ParsedQuestion,
    Period,
    asks_assistant,
    period_named,
    understand,
)
from memories.text.sameness.compounds import compounds_as_told
from memories.text.sameness.enumerated import members_met, told_with, told_without
from memories.text.sameness.gist import Gist, gist
from memories.text.sameness.same_fact import Statement, same, statement, states, stating
from memories.text.sameness.standing_alone import beside_masks, with_what_hangs_on
from memories.text.second_person import in_second_person
from memories.text.secrets import (
    asks_for_secret,
    for_who_asks,
    is_secret,
    secret_spans,
    secret_values,
    without_secret,
)
from memories.text.sentences import (
    LONG,
    MASK,
    Span,
    fitting,
    is_blank,
    masked,
    sentences,
    widened,
    windows,
)
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
    "LONG",
    "LONGEST_QUESTION",
    "MACHINES",
    "MASK",
    "PERSON",
    "QUESTION_MARKS",
    "STOP_WORDS",
    "AskedDays",
    "FactParts",
    "Gist",
    "NamedEntity",
    "NamedTime",
    "ParsedQuestion",
    "Period",
    "Span",
    "Statement",
    "Word",
    "any_of",
    "asked_within",
    "asked_words",
    "asks",
    "asks_assistant",
    "asks_for_secret",
    "asks_past",
    "asks_to_be_reminded",
    "beside_masks",
    "clock_times",
    "compounds_as_told",
    "content_words",
    "dated",
    "dated_near",
    "days_told",
    "fitting",
    "for_who_asks",
    "gist",
    "identifiers",
    "in_english",
    "in_second_person",
    "indexed",
    "is_blank",
    "is_feast",
    "is_latin",
    "is_secret",
    "is_small",
    "language_meant",
    "language_of",
    "lazily",
    "masked",
    "may_be_clock_time",
    "members_met",
    "month_before",
    "month_numbers",
    "months",
    "names_in",
    "now_words",
    "number_words",
    "occurrence",
    "period_named",
    "politeness",
    "question_parser",
    "same",
    "secret_spans",
    "secret_values",
    "sentences",
    "statement",
    "states",
    "stating",
    "stem_of",
    "stems",
    "stems_of_names",
    "times",
    "told_times",
    "told_with",
    "told_without",
    "undated",
    "understand",
    "weekdays",
    "when_told",
    "whole_months",
    "widened",
    "windows",
    "with_what_hangs_on",
    "without_secret",
    "written_out",
]
