"""Answers: what of all that was recalled answers a question, and how sure that is."""

from memories.answers.choosing import with_answer
from memories.answers.find import find_answer
from memories.answers.lookup import BUDGET, ITEMS, just_learned, look_near, look_up
from memories.answers.passages import AnswerPassage, distinct, passages_of, statements_in
from memories.answers.persons import always_told, kinship, people
from memories.answers.retrievers import items_at, who_is
from memories.answers.scoring import answer_scoring
from memories.answers.scoring.similarity import likeness
from memories.answers.shapes import Answer, Question
from memories.answers.unasked_secrets import without_unasked_secrets
from memories.answers.verdicts import Verdict, verdict_of_recalled, verdict_of_written
from memories.answers.vocabulary import synonyms, taxonomy
from memories.answers.vocabulary.topics import speak_of, stems_with_kin

__all__ = [
    "BUDGET",
    "ITEMS",
    "Answer",
    "AnswerPassage",
    "Question",
    "Verdict",
    "always_told",
    "answer_scoring",
    "distinct",
    "find_answer",
    "items_at",
    "just_learned",
    "kinship",
    "likeness",
    "look_near",
    "look_up",
    "passages_of",
    "people",
    "speak_of",
    "statements_in",
    "stems_with_kin",
    "synonyms",
    "taxonomy",
    "verdict_of_recalled",
    "verdict_of_written",
    "who_is",
    "with_answer",
    "without_unasked_secrets",
]
