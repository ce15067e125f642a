"""Judge the passages for a question, and where it takes two facts, find both.

Three kinds of questions take facts that are asked for one by one: those of two questions ("Who is
my GP and where is her surgery?"), those about several people ("What can't I or Iker eat?"), and
those that tell somebody by another fact ("the friend whose birthday is in June"). For the others
that seem to take two (scoring/facts_needed.py), and of what these rules join, each two of the
likeliest passages are judged together (scoring/pairs.py).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memories.answers.persons.kinship import (
    ME,
    SOMEBODY,
    Kinship,
    MentionedPeople,
    PersonRef,
    subjects,
)
from memories.answers.persons.people import relation
from memories.answers.scoring import answer_scoring, pairs
from memories.answers.scoring.analysed_passage import AnalysedPassage, aims_of
from memories.answers.scoring.facts_needed import takes_two
from memories.answers.scoring.features import AnswerFeatures
from memories.answers.scoring.likelihood import likelihoods, together_alone
from memories.answers.scoring.question import AnalysedQuestion, take_apart
from memories.answers.scoring.reader_scores import ReaderScores
from memories.answers.verdicts import LEAST, SURE
from memories.answers.vocabulary import taxonomy
from memories.text.expected_answers import ExpectedAnswer
from memories.text.lists.questions import QUESTION_WORDS
from memories.text.patterns import any_of

# Of the verbs those that no request begins with: "and would you …".
_ASKS = rf"(?:{any_of(QUESTION_WORDS)}|is|are|does|do|did|can|has|have)"
_AND = re.compile(
    rf"(?:,? (?:and|n|&|\+)|,? or|;|,) (?=(?:(?:to|at|in|for|with|from|until) )?{_ASKS}(?:'s)?\b)",
    re.I,
)
_EITHER_OR = re.compile(r"\bor\b", re.I)
# "the friend I still owe", "someone who", "the one whose": told by another fact.
_TOLD_BY = re.compile(
    r"\b(?P<who>(?:the|that|a|my|our)\s+(?:\w+\s+)?(?P<noun>[\w-]+)|someone|somebody|anyone|whoever)\s+"
    r"(?P<clause>(?:who|whom|that|whose|with whom|i|we|my|our)\b.{6,})",
    re.IGNORECASE,
)
_SOMEBODY = frozenset(
    """person one man woman lady guy girl boy kid child friend mate pal colleague coworker neighbour
    neighbor parent sibling relative cousin aunt uncle brother sister people chap bloke someone
    somebody anyone whoever grandparent teacher doctor boss""".split()
)
# "mine … and my partner's", "for me and for Iker", "Iker or me".
_BESIDE_ME = re.compile(
    r"\b(?:i|me|mine|us) (?:and|or)\b|\b(?:and|or) (?:for |with |to )?(?:i|me|mine)\b|,? mine\b|"
    r"\bthe two of us|\bboth of us\b",
    re.IGNORECASE,
)


# Minimum logit of a question that seems to need two facts.
SEEMS_TO = -1.5
# Of two questions in one sentence the other has no answer where it is less likely than this.
NO_ANSWER = 0.15
# What has every word of the question, and the kind of thing it asks for, is at least this likely.
WORD_FOR_WORD = 0.65
SEVERAL_WORDS = 2 / 6  # content words
_ANY = re.compile(r"\b(?:any|anything|anybody|anyone|anywhere|some|something|somebody)\b", re.I)
# What is asked of somebody in no other word than who they are.
_WHOM = (ExpectedAnswer.PERSON, ExpectedAnswer.NAME, ExpectedAnswer.AGE)
# Maximum number of candidates tried for who somebody is, likeliest first.
TRIED = 3


@dataclass(frozen=True)
class RankedPassages:
    """How likely each passage is to answer, and which are told, the best first."""

    each: list[float]
    order: list[int]
    likely: float
    # Whether a rule joined what is told.
    joined: bool = False
    # What is told beside the first of `order`, where the question takes several facts.
    also: tuple[int, ...] = ()
    # Whether of two questions in one only one has an answer, that of the first passage.
    half: bool = False


@dataclass(frozen=True)
class _Part:
    """One of the facts a question takes."""

    passage: int
    likely: float


def judge(
    asked: AnalysedQuestion,
    passages: Sequence[AnalysedPassage],
    who: Kinship,
    in_full: str = "",
    told: str = "",
) -> RankedPassages:
    """How likely each passage answers, and the facts that answer together."""
    question = look_at(asked, passages, who, in_full, told)
    each = list(question.likely)
    order = sorted(range(len(passages)), key=lambda n: -each[n])
    alone = RankedPassages(each, order, each[order[0]] if order else 0.0)
    together = question.half
    if together is None and takes_several(question):
        together = pairs.together(question)
    if together is None:
        return alone
    best, *also = together.told
    order = [best, *also, *(n for n in order if n not in together.told)]
    by_rule = bool(question.joined) and question.joined <= set(together.told)
    return RankedPassages(
        each,
        order,
        together.likely,
        joined=by_rule,
        also=tuple(also),
        half=question.half is not None,
    )


def look_at(
    asked: AnalysedQuestion,
    passages: Sequence[AnalysedPassage],
    who: Kinship,
    in_full: str = "",
    told: str = "",
) -> pairs.QuestionPassages:
    """A question with how likely each passage answers it, and what rules say answers together."""
    found = answer_scoring.examine(asked, passages, who, in_full, told)
    each = _likely(asked, found)
    reads = ReaderScores(in_full or asked.text, [passage.text for passage in passages])
    alone = pairs.QuestionPassages(asked, reads, passages, who, found, each)
    if len(passages) < 2:
        return alone
    halves = _two_questions(asked, passages, who)
    joined = _by_rule(asked, passages, who, halves)
    # "Do I ring him or does he come?" is one question.
    half = None if _EITHER_OR.search(asked.text) else _half_told(halves)
    return replace(alone, joined=joined, half=half)


def takes_several(question: pairs.QuestionPassages) -> bool:
    """Whether a question takes several facts, as it seems."""
    several = len(question.passages) > 1
    return several and (bool(question.joined) or takes_two(question.reads) >= SEEMS_TO)


def _by_rule(
    asked: AnalysedQuestion,
    passages: Sequence[AnalysedPassage],
    who: Kinship,
    halves: Sequence[_Part],
) -> frozenset[int]:
    """The passages that answer together by the first rule that finds some that do."""
    for parts in _rules(asked, passages, who, halves):
        told = frozenset(part.passage for part in parts)
        # All must be right: together they are no likelier than the weakest.
        if len(told) > 1 and min(part.likely for part in parts) >= LEAST:
            return told
    return frozenset()


def _rules(
    asked: AnalysedQuestion,
    passages: Sequence[AnalysedPassage],
    who: Kinship,
    halves: Sequence[_Part],
) -> Iterator[Sequence[_Part]]:
    """The findings of each rule in turn; each rule reads all passages."""
    yield _told_by(asked, passages, who)
    yield halves
    yield _of_each_person(asked, passages, who)


def _each(
    asked: AnalysedQuestion, passages: Sequence[AnalysedPassage], who: Kinship
) -> list[float]:
    return _likely(asked, answer_scoring.examine(asked, passages, who))


def _likely(asked: AnalysedQuestion, found: Sequence[AnswerFeatures]) -> list[float]:
    any_would_do = bool(_ANY.search(asked.text))
    # "Who is my dentist?", "How old is Kev?" have no other word than whom they ask for.
    whom = not asked.keys and asked.wanted in _WHOM
    likely = [
        max(p, WORD_FOR_WORD) if _says_it(each, any_would_do=any_would_do, whom=whom) else p
        for each, p in zip(found, likelihoods(found), strict=True)
    ]
    if asked.wanted is ExpectedAnswer.REASON:
        # What happened, in the very words of who asks why, is no reason. Where none is named as
        # one, reading both at once tells.
        return [
            p if each.kind > 0 else min(p, together_alone(each))
            for p, each in zip(likely, found, strict=True)
        ]
    return likely


def _says_it(each: AnswerFeatures, *, any_would_do: bool, whom: bool) -> bool:
    """Whether a passage has every word of the question, what it asks for, and nobody else.

    Of "Is Mia allergic to anything?" one word is enough: whatever it is answers.
    """
    another = each.rival or each.others_own or each.missing_name or each.about_another
    other = each.sibling or each.opposed or each.told or each.over or each.absent
    # Where any kind of thing would do, one word in common is not enough.
    one_word = each.kind > 0 or (any_would_do and each.wants_whether)
    words = each.covered and (one_word or each.asked_length >= SEVERAL_WORDS)
    asked_for = (
        (words or (whom and each.aims and each.kind > 0))
        and each.kind >= 0
        and (each.met >= 1 or not each.aims)
    )
    return bool(asked_for and not another and not other)


def _best(
    asked: AnalysedQuestion,
    passages: Sequence[AnalysedPassage],
    who: Kinship,
    without: frozenset[int] = frozenset(),
) -> _Part | None:
    kept = [n for n in range(len(passages)) if n not in without]
    if not kept:
        return None
    each = _each(asked, [passages[n] for n in kept], who)
    best = max(range(len(kept)), key=each.__getitem__)
    return _Part(kept[best], each[best])


def _two_questions(
    asked: AnalysedQuestion, passages: Sequence[AnalysedPassage], who: Kinship
) -> list[_Part]:
    """Two questions in one sentence, each asked by itself."""
    cut = _AND.search(asked.text)
    if cut is None:
        return []
    first, second = asked.text[: cut.start()], asked.text[cut.end() :]
    if len(first.split()) < 3 or len(second.split()) < 2:
        return []
    known = frozenset(who.names)
    one, two = take_apart(first, known), take_apart(second, known)
    if two.told.third and not two.told.refs:
        # "… and where is she from?": the one of the first question.
        two = replace(two, told=MentionedPeople(one.told.others, -1, third=True))
    two = replace(two, told=replace(two.told, refs=_of_the_first(two, aims_of(one, who), who)))
    if not one.told.refs and one.told.me < 0:
        one = replace(one, told=replace(one.told, refs=two.told.refs, me=two.told.me))
    found = [_best(each, passages, who) for each in (one, two)]
    return [part for part in found if part]


def _half_told(halves: Sequence[_Part]) -> pairs.JointAnswer | None:
    """The sure answer to one of two questions, where nothing answers the other."""
    if len(halves) < 2:
        return None
    less, more = sorted(halves, key=lambda part: part.likely)
    if less.likely >= NO_ANSWER or more.likely < SURE:
        return None
    return pairs.JointAnswer((more.passage,), more.likely)


def _of_the_first(
    two: AnalysedQuestion, first: Sequence[PersonRef], who: Kinship
) -> tuple[PersonRef, ...]:
    """The person the second question means: "his mother" is the mother of the first one's."""
    owners = {name for aim in first for name in who.resolved(aim)}
    if not owners:
        return two.told.refs
    return tuple(
        replace(
            ref,
            kinds=frozenset(
                (whose, kind)
                for owner, kind in ref.kinds
                for whose in (sorted(owners) if owner == SOMEBODY else [owner])
            ),
        )
        for ref in two.told.refs
    )


def _of_each_person(
    asked: AnalysedQuestion, passages: Sequence[AnalysedPassage], who: Kinship
) -> list[_Part]:
    """One fact of each of several people: of me and my sister, of both my parents."""
    aims = list(aims_of(asked, who))
    beside_me = bool(_BESIDE_ME.search(asked.text)) and bool(aims or _us(asked))
    tellings = [MentionedPeople((aim,), -1, third=False) for aim in _apart(aims, passages)]
    if beside_me:
        tellings.append(MentionedPeople((), 0, third=False))
        if _us(asked) and not aims:
            tellings += [MentionedPeople((ref,), -1, third=False) for ref in _partner(who)]
    if len(tellings) < 2 or len(tellings) > 3:
        return []
    found = []
    for telling in tellings:
        meant = replace(asked, told=telling)
        theirs = frozenset(n for n, p in enumerate(passages) if not _about(telling, p, who))
        if part := _best(meant, passages, who, theirs):
            found.append(part)
    return found if len(found) == len(tellings) else []


def _us(asked: AnalysedQuestion) -> bool:
    return re.search(r"\bof us\b", asked.text, re.IGNORECASE) is not None


def _partner(who: Kinship) -> list[PersonRef]:
    kinds = {(o, k) for o, k, _ in who.pairs if o == ME and k.family == "spouse"}
    return [PersonRef(frozenset(), frozenset(list(kinds)[:1]), 0)] if kinds else []


def _apart(aims: Sequence[PersonRef], passages: Sequence[AnalysedPassage]) -> list[PersonRef]:
    """Each single person of those asked about: "my parents" are two."""
    found: list[PersonRef] = []
    for aim in aims:
        general = [(owner, kind) for owner, kind in aim.kinds if not kind.member and not aim.names]
        members = {
            (owner, other)
            for owner, kind in general
            for p in passages
            for ref in p.told.refs
            for whose, other in ref.kinds
            if whose == owner and other.family == kind.family and other.member
        }
        plural = kind_is_several(aim)
        if plural and len(members) > 1:
            found += [
                PersonRef(frozenset(), frozenset({each}), aim.start)
                for each in sorted(members, key=str)
            ]
        else:
            found.append(aim)
    return found


def kind_is_several(aim: PersonRef) -> bool:
    """Whether a relation's word may stand for several people."""
    return any(kind.family in taxonomy.FAMILY and not kind.member for _, kind in aim.kinds)


def _about(telling: MentionedPeople, passage: AnalysedPassage, who: Kinship) -> bool:
    if not telling.refs:
        return not subjects(passage.told)
    return any(who.same(aim, ref) for aim in telling.refs for ref in passage.told.refs)


def _told_by(
    asked: AnalysedQuestion, passages: Sequence[AnalysedPassage], who: Kinship
) -> list[_Part]:
    """Somebody told by another fact: first who that is, then what is asked of them."""
    match = _TOLD_BY.search(asked.text)
    if match is None:
        return []
    noun = (match["noun"] or match["who"]).lower()
    if noun not in _SOMEBODY and relation(noun) is None:
        return []
    known = frozenset(who.names)
    inner = take_apart(f"who is it {match['clause']}", known)
    outer = take_apart(f"{asked.text[: match.start()]} {match['clause']}", known)
    likely = _each(inner, passages, who)
    best: list[_Part] = []
    for n in sorted(range(len(passages)), key=lambda n: -likely[n])[:TRIED]:
        first = _Part(n, likely[n])
        for person in _people_in(passages[n]):
            second = _of_them(outer, person, passages, who, n)
            if second is None or min(first.likely, second.likely) < LEAST:
                continue
            if not best or first.likely + second.likely > sum(part.likely for part in best):
                best = [second, first]
    return best


def _of_them(
    asked: AnalysedQuestion,
    person: PersonRef,
    passages: Sequence[AnalysedPassage],
    who: Kinship,
    without: int,
) -> _Part | None:
    """The answer to a question about somebody in a passage other than `without`."""
    meant = replace(asked, told=MentionedPeople((person,), -1, third=False))
    others = frozenset(
        n for n, p in enumerate(passages) if n == without or not _about(meant.told, p, who)
    )
    return _best(meant, passages, who, others)


def _people_in(passage: AnalysedPassage) -> list[PersonRef]:
    """The people a passage mentions, those it is about first."""
    first = list(subjects(passage.told))
    rest = [ref for ref in passage.told.others if ref not in first and not ref.placed]
    return [*first, *rest]
