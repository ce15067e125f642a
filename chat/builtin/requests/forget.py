"""Requests to forget: what they name, whether all of it. In four languages; the others are in
by_language.py.

"Forget everything about Gordon", "Dass ich beim Anwalt war, bitte vergessen", "Olvida el DNI …".
"""

from dataclasses import dataclass, replace

from chat.builtin.requests import by_language, patterns
from chat.builtin.requests.every_form import in_every_form, names_forms, without_forms
from chat.builtin.requests.learned.worded import how_likely, topic_in
from chat.builtin.requests.news import addresses, names_the_memory, tells_of_an_end
from chat.builtin.requests.topic import (
    after_subject,
    goes_on,
    leading,
    narrowed,
    of_whom,
    only_topic,
    stays_behind,
    what_stays,
    without_reason,
    without_tag,
    without_the_rest,
)
from memories.learning import says_over, told
from memories.text import Span, content_words, identifiers

_LONGEST = 600


@dataclass(frozen=True)
class ForgetRequest:
    """What a request names: `text[start:stop]`, all there is about it or one thing, and what stays.

    `states` where it repeats a statement ("that I have a dog"), else it names a thing; `about`
    where it may be several ("what I said about my knee"); `every_form` where it is to go wherever
    it stands, however it is written. Where no pattern has its words it is a request with this
    likelihood, 0..1.
    """

    start: int
    stop: int
    everything: bool = False
    states: bool = False
    about: bool = False
    keep: str = ""
    likelihood: float = 0.0
    every_form: bool = False

    @property
    def likely(self) -> bool:
        """Whether it is asked what is meant, though that is not sure."""
        return self.likelihood >= _LIKELY

    @property
    def nearly_sure(self) -> bool:
        """Whether it is asked even of what tells something."""
        return self.likelihood >= _ASKS


# Minimum probability that a message no pattern matches is a request to forget: to do it, to ask
# what is meant, and to ask whether it is a request where what it means is sure.
_ASKS, _LIKELY, _MAY_ASK = 0.9, 0.7, 0.5


def _by_words(said: str, least: float) -> ForgetRequest | None:
    """Read a request by its words, in any order, if it is at `least` this likely.

    One that asks without its reason asks; what it names may stand anywhere but where it says what
    is to stay.
    """
    rest, keep = what_stays(said)
    asks = max(how_likely(rest), how_likely(without_reason(rest)))
    topic = topic_in(rest) if asks >= least else None
    # "Onno hat sein Geld, bin raus" only tells; who sold the pony may ask in one breath.
    over = says_over(rest) and not (addresses(rest) or patterns.surely_asks(rest))
    if topic is None or over or tells_of_an_end(rest):
        return None
    if of_memory := patterns.FROM_MEMORY.search(topic.of(said)):
        topic = Span(topic.start, topic.start + of_memory.start())
    if not any(True for _ in content_words(topic.of(said))):
        return None
    for each in identifiers(said):
        if topic.start <= each.span.start < topic.stop < each.span.stop:
            topic = Span(topic.start, each.span.stop)
    around = f"{said[: topic.start]} {said[topic.stop :]}"
    every = patterns.EVERY.match(topic.of(said))
    topic = Span(topic.start + (every.end() if every else 0), topic.stop)
    everything = bool(every or patterns.ALL_OF_IT.search(around))
    states = bool(
        patterns.STATES.match(topic.of(said)) or patterns.STATES_BEFORE.search(said[: topic.start])
    )
    return ForgetRequest(
        topic.start, topic.stop, everything, states, not states, keep, likelihood=asks
    )


def read_removal(said: str) -> ForgetRequest | None:
    """Read what may be a request too, if something known is meant: "scrap the fine"."""
    if len(said) > _LONGEST:
        return None
    anywhere, plain = without_forms(said)
    found = _read_removal(plain) or (_read_removal(anywhere) if plain != anywhere else None)
    if found and in_every_form(said):
        return replace(found, every_form=True, everything=False, about=True)
    whom = of_whom(said, Span(found.start, found.stop) if found else None)
    if found is None and whom and patterns.REMOVES.search(said):
        return ForgetRequest(whom.start, whom.stop, everything=True, likelihood=_LIKELY)
    return _of_whom(found, whom)


def _of_whom(found: ForgetRequest | None, whom: Span | None) -> ForgetRequest | None:
    """A request that tells by a pronoun of whom all is to go."""
    if found is None or whom is None or found.states:
        return found
    return replace(found, start=whom.start, stop=whom.stop, everything=True, states=False)


def _read_removal(said: str) -> ForgetRequest | None:
    said = without_tag(said).rstrip(" .!")
    if patterns.NOT_A_REQUEST.search(said) or said.endswith("?"):
        return None
    perhaps = (patterns.PERHAPS, *by_language.REMOVE)
    match = next((found for each in perhaps if (found := each.match(said))), None)
    if match is None:
        return _by_words(said, _MAY_ASK)
    start, what, everything = match.start("what"), match["what"], False
    what = only_topic(what)
    for pattern in (patterns.TAIL, patterns.FROM_MEMORY, patterns.WHOLLY):
        found = pattern.search(what)
        if found and found.group():
            everything = everything or pattern is patterns.WHOLLY
            what = what[: found.start()]
    if not what.strip():
        return None
    by_words = _by_words(said, _LIKELY)
    topic = Span(start, start + len(what))
    likelihood = by_words.likelihood if by_words else 0.0
    return ForgetRequest(topic.start, topic.stop, everything, likelihood=likelihood)


def read_request(said: str) -> ForgetRequest | None:
    """Read a message as a request to forget; None where it is none."""
    said = after_subject(said)
    anywhere, plain = without_forms(said)
    found = _read_request(plain) or (_read_request(anywhere) if plain != anywhere else None)
    if found is None and names_forms(said):
        found = _read_removal(plain) or _read_removal(anywhere)
    if found is None:
        return None
    if in_every_form(said) and not found.states:
        return replace(found, every_form=True, everything=False, about=True)
    return _of_whom(found, of_whom(said, Span(found.start, found.stop)))


def _is_meant(said: str) -> bool:
    """Whether what no pattern matches may be done without asking: it may only tell something.

    Who turns to the assistant asks ("they needn't be kept, thank you"), but not by that alone where
    something lasting is told: "so no fish please", "Liebesromane kannst du dir sparen".
    """
    if patterns.surely_asks(said) or patterns.TAKES_OUT.search(said) or names_the_memory(said):
        return True
    return addresses(said) and not told(said)


def _read_request(said: str) -> ForgetRequest | None:
    said = without_the_rest(without_tag(said.rstrip()))
    if len(said) > _LONGEST or patterns.NOT_A_REQUEST.search(said) or by_language.KEEP.match(said):
        return None
    if said.endswith("?") and not patterns.ASKS_FOR_IT.match(said):
        return None
    rest, keep = stays_behind(said)
    if keep:
        found = _read_request(rest)
        return replace(found, keep=found.keep or keep) if found else None
    plain = said.rstrip("? ")
    match = patterns.matched(plain) or patterns.matched(without_reason(plain))
    if match is None:
        # "Delete the old branch" asks for other things too: whether it is known tells.
        others = any(each.match(said) for each in (patterns.OF_OTHER_THINGS, *by_language.REMOVE))
        others = others and not patterns.FROM_MEMORY.search(said)
        return _by_words(said, _ASKS) if _is_meant(said) and not others else None
    said = match.string
    parts = match.groupdict()
    group = next(name for name in patterns.NAMED if parts.get(name))
    start, stop = match.span(group)
    everything = bool(parts.get("all") or parts.get("known"))
    everything = everything or (match.re is patterns.TOLD_LAST and group == "last")
    about, keep = bool(parts.get("about")), ""
    if parts.get("but") and (other := patterns.NOT_THIS.match(parts["but"])):
        keep = other["keep"]
    what = said[start:stop]
    if every := patterns.ALL_ABOUT.match(what):
        # "Alles über Thea vergessen bitte".
        start, what, everything = start + every.end(), what[every.end() :], True
    if (known := patterns.KNOWLEDGE.match(what)) and known["of"]:
        start, what, about = start + known.start("of"), known["of"], True
    other = None if parts.get("that") else patterns.NOT_THE_OTHER.search(what)
    if other:
        keep, what = other["keep"], what[: other.start()]
    if but := patterns.BUT.search(what):
        keep, what = but["keep"].strip(" .!"), what[: but.start()]
    start, what = start + leading(what), only_topic(what[leading(what) :])
    for pattern in (
        patterns.I_MEAN,
        patterns.TAIL,
        patterns.FROM_MEMORY,
        patterns.WHOLLY,
        patterns.TAIL,
    ):
        cut = pattern.search(what)
        if cut and cut.group():
            everything = everything or pattern in (patterns.WHOLLY, patterns.FROM_MEMORY)
            about = about or cut.group().strip() in ("stuff", "business")
            what = what[: cut.start()]
    if not what.strip():
        return None
    states = bool(parts.get("that"))
    topic = Span(start, start + len(what))
    if not states and goes_on(what):
        topic = narrowed(said, topic, topic_in(what_stays(said)[0]))
    return ForgetRequest(topic.start, topic.stop, everything, states, about, keep)
