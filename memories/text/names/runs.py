"""Names in a text: runs of words that are one, and what stands right around them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from memories.text.meaning.english_words import word_in_english
from memories.text.names.eponyms import TO_A_PLACE
from memories.text.names.lists import (
    ORGANISATION,
    PERSON,
    PLACE,
    kind_of,
    kinds,
    names_that_are_words,
    roles,
)
from memories.text.names.named_entity import NamedEntity
from memories.text.names.small_words import (
    ADJECTIVES,
    ALSO_TITLES,
    ALSO_WORDS,
    AT_FIRM,
    BESIDE,
    CALLED,
    DEPARTMENTS,
    FROM,
    FROM_THERE,
    IN_PLACE,
    IN_THE,
    MY,
    NEW,
    NO_NAMES,
    OTHER,
    POLITE,
    QUOTES,
    THE,
    THEIRS,
    TITLES,
    TO_PLACE,
    TRADES,
    WITH_SOMEBODY,
    A,
    small_words,
)
from memories.text.names.standing import NameStanding
from memories.text.names.tokens import NameToken

# A name, and the words that it is made of: from, until.
Run = tuple[int, int, NamedEntity]
# Whoever wrote a book is nobody of the person's.
_MADE_BY = re.compile(
    r"\b(?:(?:books?|novels?|thrillers?|stories|films?|movies?|albums?|songs?|poems?|series|podcasts?"
    r"|bücher|buch|romane?n?|krimis?|filme?|alb(?:um|en)|lied(?:er)?|gedichte|serien?|hörbuch"
    r"|libros?|novelas?|películas?|canciones)\s+(?:by|von|de|of)"
    r"|(?:favou?rite\s+|lieblings)(?:author|writer|band|singer|director|act(?:or|ress)|artist"
    r"|composer|autor(?:in)?|schriftsteller(?:in)?|sänger(?:in)?|regisseur(?:in)?"
    r"|komponist(?:in)?|schauspieler(?:in)?)\s+(?:is|ist|was|war))\s+$",
    re.IGNORECASE,
)
# Maximum number of words between what is said of somebody's work or studies and its place.
_SINCE_WORK = 9
_AT_WORK = frozenset(
    "work works working worked job shift boss manager colleague technician engineer engineering"
    " nurse doing study studies studying studied course degree teaches taught apprentice intern"
    " internship career position role promoted hired employed department student professor lecturer"
    " assistant director head volunteer trainee team accounts joined left".split()
)
# What one has "with" a firm.
_WITH_FIRM = frozenset(
    "insured insurance bank banking account accounts mortgage policy contract cover pension savings"
    " loan booked flight flights energy broadband subscription".split()
)
# What opens a sentence before a name, with a capital.
_BEFORE_NAMES = frozenset(
    "old little poor dear young big alte alter kleine kleiner arme armer".split()
)
# What is done with a tool as well as with somebody.
_WITH_TOOL = frozenset(
    "work works working worked pay paid made built written coded edited edit program programming"
    " draw cook cooked cleaned clean wash washed".split()
)
# What comes from somebody.
_FROM_SOMEBODY = frozenset(
    "borrowed got text message card letter email present gift heard bought call loan over".split()
)


# Who is set off by commas.
_SET_OFF = re.compile(r"\s*(?:,|[.!?]|$)")
# What opens a sentence about somebody new, up to the comma before the name.
_SOMEBODY_NEW = re.compile(
    r"(?:^|[.!?:;–—]\s+)(?:(?:the|an?|our|der|die|ein|eine|el|la|una?)\s+)?"
    r"(?:(?:new|neue[rns]?|nuev[oa])\s(\w+)|(\d{1,3}[- ]year[- ]old|\d{1,3}[- ]jährige[rn]?))"
    r"[^.!?:;,]{0,60}$",
    re.IGNORECASE,
)
# Where somebody lives, which tells them from others so called: "Tom in the flat below".
_LIVES = re.compile(
    r"\s+(?:(?:from|von|in|at|im|in der)\s+)?(?:the\s+)?(?:"
    r"(next door|upstairs|downstairs|nebenan|gegenüber)"
    r"|(?:\w+\s+)?(doors|houses) (?:down|up|along)"
    r"|(flat|apartment|house|Wohnung|Haus|Stock|Erdgeschoss)"
    r" (?:below|above|opposite|next|across|unten|oben|unter|über))\b",
)


# Where somebody works: "Rory Doucet at the garage".
_AT_PLACE = re.compile(
    r"\s+(?:at|from|in|bei|aus|von)\s+(?:the|der|dem)\s+(garage|salon|bakery|pharmacy|chemist"
    r"|clinic|surgery|church|bank|gym|school|shop|post office|library|hospital|nursery|market"
    r"|reception|front desk|workshop|depot|yard|Werkstatt|Bäckerei|Apotheke|Praxis|Kirche|Bank"
    r"|Schule|Post|Bücherei|Klinik|Kita|Rezeption)\b",
)
# A story or a film about somebody is none of theirs: "the Finn McCool story".
_WORK_OF_ART = re.compile(
    r"\s+(?:stor(?:y|ies)|films?|movies?|books?|songs?|albums?|shows?|series|musical|museum|statue"
    r"|podcast|poster|Film|Buch|Bücher|Lied|Serie|Museum|Geschichte)\b",
)


class NameRuns(NameStanding):
    """Finds the names of a text."""

    @cached_property
    def runs(self) -> list[Run]:
        """Names with the words they are made of: from, until."""
        found: list[Run] = []
        at = 0
        while at < len(self.words):
            end = self._run_from(at)
            if end > at and (named := self._named(at, end)):
                found.append((at, end, named))
            at = max(end, at + 1)
        return found

    def _quoted(self, one: NamedEntity) -> NamedEntity:
        """Whoever is only named in what another said, or in what was pasted, is a stranger."""
        inside = any(
            match.start() < one.start < match.end() for match in QUOTES.finditer(self.text)
        )
        return replace(one, stranger=True) if inside else one

    def _with_company(self, named: list[Run]) -> list[Run]:
        """Who is named beside a person is one: "Jonah, 9 and Esme, 6"."""
        for at, (start, end, one) in enumerate(named):
            beside = [
                other for _, _, other in (*named[max(0, at - 1) : at], *named[at + 1 : at + 2])
            ]
            placed = start > 0 and self.words[start - 1].low in FROM | IN_PLACE | TO_PLACE
            if not (one.type or placed) and any(
                other.type == PERSON and BESIDE.match(self._between(one, other)) for other in beside
            ):
                named[at] = (start, end, replace(one, type=PERSON))
        return named

    def _between(self, one: NamedEntity, other: NamedEntity) -> str:
        first, second = sorted((one, other), key=lambda each: each.start)
        return self.text[first.stop : second.start]

    def _described(self) -> Iterator[Run]:
        """What "the cottage" means, where one such thing is known."""
        for at, word in enumerate(self.words):
            kind = kinds().get(word.low, "")
            before = self._word(at - 1)
            if word.mark or before is None or before.low not in THE | MY | IN_THE:
                continue
            if not kind and (word.low,) in roles():
                continue
            bare = not word.capital or self.german
            if bare and self.knows(f"the {word.low}") and not self._goes_on(at + 1):
                yield (
                    at,
                    at + 1,
                    NamedEntity(word.start, word.stop, name=word.text, type=kind, definite=True),
                )

    def _run_from(self, at: int) -> int:
        """Where a name ends that starts here; `at` where none does."""
        word = self.words[at]
        after = self._word(at + 1)
        if word.first and word.low in _BEFORE_NAMES and after and self.knows(after.low):
            # "Old Biscuit made his weight".
            return at
        end = at
        if self._is_title(at):
            end = self._after_titles(at)
            if word.low in ALSO_TITLES and not word.capital:
                return at
            if not self._goes_on(end) and not self._is_name(end):
                return end + 1 if self._is_surname(end) else at
        if end == at:
            if not self._is_name(at):
                return at
            end = self._past_joining(at + 1)
        while self._goes_on(end):
            end = self._past_joining(end + 1)
        return end

    def _past_joining(self, at: int) -> int:
        """Past "of the", "& " and the word behind, where these lead on inside a name."""
        joint = self._joining(at)
        if joint and self.words[at].text == "&":
            # "Hollins & Daughter".
            return at + joint + 1
        return at + joint if joint and self._goes_on(at + joint) else at

    def _is_title(self, at: int) -> bool:
        """Whether a title stands there: "Frau" is none in "meine Frau Hannelore"."""
        word, before, after = self.words[at], self._word(at - 1), self._word(at + 1)
        if word.text == "MS":
            # A ship.
            return False
        if word.low == "frau" and before is not None and after is not None:
            return before.low not in MY | THEIRS or not self._is_given(after.low)
        return word.low in TITLES or (word.low in POLITE and not word.first)

    def _is_surname(self, at: int) -> bool:
        """Whether a surname without a capital follows its title: "dr. patel"."""
        word = self._word(at)
        if word is None or word.mark or not self.hurried or word.low in small_words():
            return False
        # "Wolframs frau heißt Linda", "seine frau arbeitet bei der Post".
        return not (word.low.endswith("t") and word_in_english(word.low, "de"))

    def _after_titles(self, at: int) -> int:
        """Where the titles end that begin here: "Frau Dr."."""
        while (word := self._word(at)) and (word.low in TITLES | POLITE or word.text == "."):
            at += 1
        return at

    def _named(self, at: int, end: int) -> NamedEntity | None:
        """The name that these words are, with what stands right around it."""
        first, last = self.words[at], self.words[end - 1]
        title, start = "", at
        if self._is_title(at) and self._told_type(at, end) in ("", PERSON):
            start = self._after_titles(at)
            title = self.text[first.start : self.words[start].start].strip()
        of_kind = all(word.low in kinds() for word in self.words[start:end])
        if of_kind and not title and not self._is_given(self.words[start].low):
            return None
        name = self.text[self.words[start].start : last.stop]
        if not first.capital:
            name = " ".join(part[:1].upper() + part[1:] for part in name.split())
        before = self._word(at - 1)
        named = NamedEntity(
            first.start,
            last.stop,
            name=" ".join(name.split()),
            title=title,
            type=self._type(start, end, title, before),
        )
        if named.type in ("", PERSON) and not named.name.isupper():
            named = replace(named, apart=self._apart(end))
        lead = before.low if before and not before.mark and self._is_beside(at) else ""
        introduced = lead in CALLED and self._is_of_some(at - 1)
        described = self._described_as(at, end)
        named = replace(named, introduced=introduced or bool(described))
        named = replace(named, apart=named.apart or described)
        if lead in A and lead not in ("one", "einer"):
            return replace(named, stranger=True, new=True)
        about = lead in THE and _WORK_OF_ART.match(self.text, last.stop)
        if about or _MADE_BY.search(self.text[: first.start][-40:]):
            return replace(named, stranger=True)
        if lead in OTHER:
            return replace(named, new=False, apart=named.apart or "other")
        return replace(named, definite=lead in THE, new=lead in NEW)

    def _is_of_some(self, at: int) -> bool:
        """Whether "a parent", "eine Frau" stands right before: somebody not known yet."""
        before = [word.low for word in self.words[max(0, at - 3) : at]]
        return any(word in A for word in before) and not any(word in MY for word in before)

    def _described_as(self, at: int, end: int) -> str:
        """What is said of somebody who was not spoken of before, where that is said.

        "The 17-year-old next door, Priya, …", "new patient today, Niamh, 19, …".
        """
        before, after = self._word(at - 1), self.text[self.words[end - 1].stop :]
        if before is None or before.text != "," or not _SET_OFF.match(after):
            return ""
        said = _SOMEBODY_NEW.search(self.text[: before.start])
        return next(filter(None, map(str, said.groups("")))) if said else ""

    def _told_type(self, start: int, end: int) -> str:
        return next((self.told[at] for at in range(start, end) if self.told.get(at)), "")

    def _type(self, start: int, end: int, title: str, before: NameToken | None) -> str:
        """The type of what these words name, "" where nothing tells."""
        told = self._type_as_told(start, end, title, before)
        lead = before.low if before else ""
        somebody = lead not in FROM | IN_PLACE | TO_PLACE | AT_FIRM | THE | {"with", "for"}
        if not told and somebody and self._is_rare(self.words[start].low):
            return "" if self.words[start].text.isupper() else PERSON
        return told

    def _type_as_told(self, start: int, end: int, title: str, before: NameToken | None) -> str:
        first, last = self.words[start].low, self.words[end - 1].low
        if told := self._told_type(start, end):
            return told
        if title:
            return PERSON
        lead = before.low if before else ""
        named = self._is_given(first) or self._is_rare(first)
        by_name = named and first not in ALSO_WORDS and end - start == 2
        by_name = by_name and not self.words[start].owns
        if last in kinds() and end - start > 1 and not (by_name and not lead):
            return kinds()[last]
        if self.german and end - start > 1 and kind_of(first) and not self._is_given(first):
            return kind_of(first)
        if first in kinds() and not self._is_given(first):
            return kinds()[first]
        after, owns = self._word(end), self.words[end - 1].owns and self._is_given(first)
        # "Lorcan's school" is none called Lorcan.
        if not owns and after is not None and after.low in kinds() and self._is_beside(end):
            return kinds()[after.low]
        if "&" in self.text[self.words[start].start : self.words[end - 1].stop]:
            return ORGANISATION
        # "In Hagen" is no Hagen one knows; "near Hagen" may be.
        given = self._is_given(first) or self._is_rare(first)
        where = not self.knows(first) or (given and lead in ("in", "nach"))
        if lead in IN_PLACE and where and not self.words[end - 1].owns:
            return PLACE
        opens = self.words[start].first and first in ALSO_WORDS
        if self._is_given(first) and not (opens and end - start == 1):
            travels = lead == "to" and first in names_that_are_words()
            return PLACE if travels and self._leads_to_place(start, end) else PERSON
        if lead in TO_PLACE and self._leads_to_place(start, end):
            return PLACE
        if lead in AT_FIRM and (lead != "at" or self._is_of_work(start)):
            return ORGANISATION
        if lead == "with" and self._is_of_firm(start):
            return ORGANISATION
        if lead == "for" and self._is_worked_for(start):
            return ORGANISATION
        if lead == "with" and any(
            w.low in _WITH_TOOL for w in self.words[max(0, start - 3) : start]
        ):
            return ""
        acronym = self.words[start].text.isupper()
        return PERSON if lead in WITH_SOMEBODY and end - start == 1 and not acronym else ""

    def _is_of_work(self, start: int) -> bool:
        """Whether somebody works or studies "at" what is named, and is not only there."""
        before = {word.low for word in self.words[max(0, start - _SINCE_WORK) : start]}
        begins = self._word(start - 2)
        return bool(before & _AT_WORK) or (
            begins is not None and begins.low in ("start", "started")
        )

    def _is_worked_for(self, start: int) -> bool:
        """Whether somebody works for what is named: "works for Volvo"."""
        before = self._word(start - 2)
        return before is not None and before.low in ("work", "works", "worked", "working")

    def _is_of_firm(self, start: int) -> bool:
        """Whether it is a firm that something is "with": "insured with Aviva"."""
        before = self._word(start - 2)
        return before is not None and before.low in _WITH_FIRM

    def _leads_to_place(self, start: int, end: int) -> bool:
        """Whether "to" or "from" says where: not "on loan to Enno", nor "from Enno's shop"."""
        lead = self.words[start - 1].low
        if self.words[end - 1].owns:
            return False
        if lead == "from":
            near = {word.low for word in self.words[max(0, start - 4) : start]}
            return not near & _FROM_SOMEBODY
        return lead != "to" or TO_A_PLACE.search(self.text[: self.words[start].start]) is not None

    def _apart(self, at: int) -> str:
        """What tells whoever is named right before from others: "from the choir", "aus Köln"."""
        word = self._word(at)
        if word is None or self.words[at - 1].owns:
            return ""
        if lives := _LIVES.match(self.text[self.words[at - 1].stop :]):
            return next(filter(None, map(str, lives.groups(""))))
        if place := _AT_PLACE.match(self.text[self.words[at - 1].stop :]):
            return str(place[1])
        if word.low in THE and self._is_beside(at) and (does := self._word(at + 1)):
            # "Stevie the plumber".
            return does.low if does.low in TRADES else ""
        if word.low not in FROM:
            return ""
        if not self._is_beside(at):
            return ""
        lead, at, mine = word.low, at + 1, False
        while (inner := self._word(at)) and inner.low in THE | MY | THEIRS | ADJECTIVES:
            at, mine = at + 1, mine or inner.low in MY
        named = self._word(at)
        if named is None or named.mark or named.low in small_words() | NO_NAMES:
            return ""
        if lead not in FROM_THERE and not (mine or named.low in DEPARTMENTS):
            return ""
        return named.text
