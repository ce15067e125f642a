"""Features that say whether a passage answers a question."""

from dataclasses import dataclass, fields

# A feature is about 1 at most; what the models that read give is ten times that.
READ_TENTH = 10.0


@dataclass(frozen=True)
class AnswerFeatures:
    """Features of one passage. From 0 to 1 unless said otherwise."""

    # How much likelier it is to answer than nothing is, by the model that reads both (a tenth of
    # the logit); how likely it is the one of all these that answers; and how far it is ahead of the
    # best that says something else.
    read: float
    read_share: float
    read_lead: float
    # The same as the first by the model that reads question and passage at once; and how far that
    # is ahead of the best that says something else.
    together: float
    together_lead: float
    # How many that say something else come before it, up to 9; how well the first three of these
    # answer; how far the first is ahead of the mean of all, and how far all lie apart.
    rank: float
    first: float
    second: float
    third: float
    ahead: float
    spread: float
    # The kind of thing asked for stands there (1), not (-1), or any would do.
    kind: float
    # Every word that carries the question stands there (1).
    covered: float
    # Whom the question speaks of is spoken of: all (1), none (0); ½ where it speaks of nobody.
    met: float
    # The passage is about them, about another, about the person themself.
    about_them: float
    about_another: float
    about_me: float
    # What the question asks of the person themself (1) or of others (0).
    asks_me: float
    # How many people the question speaks of.
    aims: float
    # Another stands in the same relation: Iker's boss where one's own is asked for.
    rival: float
    # A name in the question is missing; none is known of that stands nowhere.
    missing_name: float
    # It speaks of another of the same kind: the dog where the cat was asked for.
    sibling: float
    # One likes what the other dislikes.
    opposed: float
    # The turn before told it already, and it does not hold the kind of thing now asked for.
    told: float
    # What is asked for: one of these.
    wants_time: float
    wants_number: float
    wants_person: float
    wants_place: float
    wants_whether: float
    # In content words, up to 6 (1).
    asked_length: float
    # Somebody is asked about who is known by name, and the passage is about another or oneself.
    absent: float
    # One's own things are asked for, and it is about somebody else.
    others_own: float
    # The months, weekdays and years named in the question stand there (1) or not (-1).
    in_time: float
    # It tells what was so once, where what is so now is asked for.
    over: float


NAMES = tuple(field.name for field in fields(AnswerFeatures))
