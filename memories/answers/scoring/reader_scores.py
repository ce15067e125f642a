"""Scores of the reader model for a question and its candidates."""

from collections.abc import Sequence
from functools import cached_property

from llm import asked_reader, reader
from llm.kept import kept
from llm.reader import EncodedText, Floats


class ReaderScores:
    """The reader's scores of texts for one question. Each text is read once for all questions."""

    def __init__(self, question: str, texts: Sequence[str]) -> None:
        self._text = question
        self._question: EncodedText = kept(("asked",), [question], _read_question)[0]
        different = list(dict.fromkeys(texts))
        self._texts: dict[str, EncodedText] = dict(
            zip(different, reader.statements(different), strict=True)
        )
        self._same: dict[tuple[str, str], bool] = {}

    def answers(self, text: str) -> float:
        """How much likelier a text is to answer the question than nothing is, as a logit."""
        return reader.answers(self._question, self._texts[text])

    def together(self, texts: Sequence[str]) -> list[float]:
        """How likely each text is to answer, the question and it read at once, as logits."""

        def answers(new: Sequence[str]) -> list[float]:
            return asked_reader.answers([(self._text, text) for text in new])

        return kept(("together", self._text), texts, answers)

    @property
    def asked(self) -> Floats:
        """(384,) the question as a whole."""
        return self._question.whole

    @cached_property
    def counts(self) -> Floats:
        """(tokens,) how much each token of the question counts, together 1."""
        return reader.counts(self._question)

    def covered(self, text: str) -> Floats:
        """(tokens,) how well a text answers each token of the question, as a cosine."""
        return reader.covered(self._question, self._texts[text])

    def alike(self, text: str, other: str) -> float:
        """How near two texts come as wholes, as a cosine."""
        return float(self._texts[text].whole @ self._texts[other].whole)

    def near(self, text: str, other: str) -> float:
        """How near the tokens of a text come to some token of another, as a cosine."""
        return float(reader.covered(self._texts[text], self._texts[other]).mean())

    def same(self, text: str, other: str) -> bool:
        """Whether two texts say the same."""
        pair = (text, other) if text < other else (other, text)
        if pair not in self._same:
            first, second = (self._texts[each] for each in pair)
            self._same[pair] = first is second or reader.same(first, second) > 0
        return self._same[pair]


def _read_question(texts: Sequence[str]) -> list[EncodedText]:
    return reader.read(texts, as_questions=True)
