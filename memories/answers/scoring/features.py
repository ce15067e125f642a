"""What is looked at to tell whether a passage answers a question."""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Features:
    """What is looked at. From 0 to 1 where nothing else is said."""

    # How alike question and passage are (0 unrelated, 1 the same in other words; may be beyond).
    whole: float
    # The same without the people: what is asked about them, not who they are.
    matter: float
    # The same without the words both share.
    point: float
    # How likely the model that finds takes it to answer.
    found: float
    # How close the question's words come to it, one by one.
    by_word: float
    # How much further it is in these than the best that says something else.
    matter_lead: float
    point_lead: float
    found_lead: float
    by_word_lead: float
    # The same among passages about the people asked about.
    lead_among_theirs: float
    # Which place it takes by all of them together: 1 for the best, ½ for the second …; and among
    # those about the people asked about.
    place: float
    place_among_theirs: float
    # How well the question's carrying words are covered by the passage: on average, the least
    # covered, and by how telling they are.
    covered: float
    least_covered: float
    covered_by_weight: float
    # The kind of thing asked for stands there (1), not (-1), or any would do.
    kind: float
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
    # The point of everyday life touched by both, by how telling it is; the question touches none.
    shared: float
    pointless: float
    # The very thing asked for ("the budget") is not there.
    unmet: float
    # It names whom or what the question is about, and nothing of what is asked about it.
    astray: float
    # One likes what the other dislikes.
    opposed: float
    # "Which podcast?" meets "podcasts", none of them named.
    unnamed: float
    # The turn before told it already, and it does not hold the kind of thing now asked for.
    told: float
    # What is asked for: one of these.
    wants_time: float
    wants_number: float
    wants_person: float
    wants_place: float
    wants_whether: float
    # In content words, up to 20 (1).
    length: float
    asked_length: float
    # Somebody is asked about who is known by name, and the passage is about another or oneself.
    absent: float
    # One's own things are asked for, and it is about somebody else.
    others_own: float
    # The months, weekdays and years named in the question stand there (1) or not (-1).
    in_time: float
    # The thing asked for ("which hotel") is named itself, or a kind of it is (1), or not (-1).
    head_named: float
    # "Who is Clara?" meets what Clara is to somebody; "Who is my sister?" meets her name.
    defines: float


NAMES = tuple(field.name for field in fields(Features))
