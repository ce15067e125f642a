"""How the built-in answerer puts things: in the second person, cited, no more than is known."""

from collections.abc import Sequence
from datetime import date

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.models import User
from chat.answering.plan import Plan
from chat.builtin.citable_memories import CitableMemory
from memories.pages import day, in_a_row, tell_statement
from memories.source_kinds import from_elsewhere
from memories.text import AskedDays

GREETING = gettext_noop(
    "Hello! Tell me something about yourself and I’ll remember it, or ask me what I know."
)
HELP = gettext_noop(
    "I remember what you tell me, and answer from it with the passage it came from. Tell me things"
    " as they come; ask “what do you remember about …?” or anything you told me; say “forget …”"
    " and it is gone, “no, it’s …” and it is corrected, “undo” and it is as before."
)
CANNOT = gettext_noop("I can’t do that: I remember what you tell me, and answer from it.")
THANKS = gettext_noop("You’re welcome.")
REMIND = gettext_noop("It’s on Today. I can’t ring or write to you, so look in there.")
# The box to write in has said before that nothing is answered here without a model.
TEMPORARY_TOLD = gettext_noop("I don’t keep that: this chat is temporary.")
TEMPORARY_ASKED = gettext_noop(
    "I don’t look anything up in a temporary chat. Ask me in an ordinary one."
)
# What is not learned by itself; a button under the answer has it remembered.
OFFER = gettext_noop("Saved in this chat. Want me to remember it?")
SAVED = gettext_noop("Saved in this chat. I can find it when you ask.")
WITHHELD = gettext_noop(
    "You asked me to forget that, so I haven’t remembered it and won’t find it in this chat."
    " Want me to remember it again?"
)
# It may be what was forgotten, or something else: the person says which.
RESEMBLES = gettext_noop(
    "That sounds like something you asked me to forget. Shall I remember it all the same? Until you"
    " say so I won’t find it."
)
FORGOTTEN_SINCE = gettext_noop("I did remember that, but you’ve had me forget it since.")
UNKNOWN = gettext_noop("I don’t know that yet.")
# The answer comes first, the doubt after it.
CLOSEST = gettext_noop("That’s the closest I have.")
CLOSEST_OF_THE_REST = gettext_noop("For the rest, that’s the closest I have.")
# To what may ask for it, and may only tell something: it is kept unless something goes for it.
PERHAPS_FORGET = gettext_noop("Would you like something forgotten? If not, just go on.")
# What was noted stands under the answer, with Forget and Edit: it need not be said twice.
NOTED = gettext_noop("Got it.")
# One honest word about secrets, where one is told, and where it is to be remembered.
SECRET = gettext_noop(
    "I don’t learn passwords, PINs or card numbers. But it’s still in this chat, where whoever runs"
    " this installation can read it. Say “yes” and I’ll seal it."
)
SECRET_NOTED = gettext_noop(
    "Got it. But I’m no password manager: whoever runs this installation can read it."
)
# "Corrected:" and both wordings stand under it.
CORRECTED = NOTED
# The earlier words and two buttons stand under it.
DOES_IT_REPLACE = gettext_noop("Got it. Does that replace what you told me before?")
# A value that was true earlier, beside what holds now.
BEFORE = gettext_noop("Before that: ")
NOW = gettext_noop("Now: ")
# Where it is not sure that the later one changed it.
EARLIER = gettext_noop("Earlier you told me: ")
# What is there again, or gone, stands under the answer.
UNDONE = gettext_noop("Undone.")
UNDONE_ALREADY = gettext_noop("I’ve undone that already.")
ALL_AT_ONCE = gettext_noop(
    "I don’t forget everything at once here, so nothing was forgotten. To have everything gone,"
    " delete your account: Settings, “Delete your account…”. For less, say what: “forget everything"
    " about …”, or choose on the Memory page."
)
NOTHING_TOLD = gettext_noop(
    "I can’t find anything you told me last, so there is nothing to forget."
)
WHICH = gettext_noop("Which one? Say its number, several numbers, or “all of them”, or “none”.")
NOTHING_TO_CHOOSE = gettext_noop(
    "There’s nothing to choose from any more. Ask for it again and I’ll show the list."
)
NOTHING_TO_UNDO = gettext_noop("There’s nothing in this chat to undo.")
NOT_THE_REST = gettext_noop("The rest I don’t know yet.")
NOTHING_YET = gettext_noop(
    "I don’t know anything about you yet. Tell me where you live, what you do or what you like,"
    " and I’ll remember it."
)


def unknown() -> str:
    told = gettext("I don’t know that yet. Tell me, or add the %(what)s it’s in.")
    return told % {"what": from_elsewhere()}


def nothing_about(name: str) -> str:
    """What is told where a question names somebody or something that stands nowhere."""
    told = gettext("I know nothing about %(name)s. Tell me, or add the %(what)s it’s in.")
    return told % {"name": name, "what": from_elsewhere()}


def on(asked: AskedDays) -> str:
    """What stands above all that is on in some days."""
    if asked.birthdays and not asked.named:
        return gettext("These are the birthdays I know of:")
    if not asked.named:
        return gettext("This is coming up:")
    if asked.first == asked.last:
        return gettext("On %(day)s:") % {"day": _day_of_week(asked.first)}
    return gettext("From %(first)s to %(last)s:") % _from_to(asked)


def nothing_on(asked: AskedDays) -> str:
    """What is told where nothing is known of some days."""
    if asked.birthdays and not asked.named:
        return gettext("I don’t know anybody’s birthday yet.")
    if asked.birthdays:
        return gettext("I don’t know of a birthday then.")
    if not asked.named:
        return gettext("I don’t know of anything coming up.")
    if asked.first == asked.last:
        day = {"day": _day_of_week(asked.first)}
        return gettext("I don’t know of anything on %(day)s.") % day
    return gettext("I don’t know of anything from %(first)s to %(last)s.") % _from_to(asked)


def _day_of_week(day: date) -> str:
    return format_date(day, gettext("l, j F Y"))


def _from_to(asked: AskedDays) -> dict[str, str]:
    style = gettext("j F") if asked.first.year == asked.last.year else gettext("j F Y")
    return {
        "first": format_date(asked.first, style),
        "last": format_date(asked.last, gettext("j F Y")),
    }


def decided(whether: bool | None, line: str) -> str:
    """Yes or no before the sentence that decides it."""
    if whether is None:
        return line
    return f"{gettext('Yes') if whether else gettext('No')}: {line}"


def unknown_about(topic: str) -> str:
    told = gettext(
        "I don’t know anything about %(topic)s yet. Tell me, or add the %(what)s it’s in."
    )
    return told % {"topic": topic, "what": from_elsewhere()}


def statements(opening: str, known: Sequence[CitableMemory]) -> Plan:
    """An opening and what is known, each with its citation."""
    told = " ".join(f"{tell_statement(k.content)} [{n}]." for n, k in enumerate(known, 1))
    return Plan(f"{opening} {told}".strip(), cites=[k.cite for k in known])


def known_already(user: User, known: Sequence[CitableMemory]) -> Plan:
    """What was told again, each with its citation, and since when it is known."""
    days = {day(user, each.since) for each in known} - {day(user, timezone.now())}
    if len(known) == 1 and days:
        return statements(
            gettext("I know that already, since %(day)s:") % {"day": days.pop()}, known
        )
    return statements(gettext("I know that already:"), known)


NO_MORE = gettext_noop("That was all of it.")


def known_about(called: str) -> str:
    return gettext("This is what I know about %(whom)s:") % {"whom": called}


def more_about(called: str) -> str:
    return gettext("More about %(whom)s:") % {"whom": called}


def page(first: int, last: int, total: int) -> str:
    """Which of how many were told, and how to get the rest."""
    places = {"first": first, "last": last, "total": intcomma(total)}
    if first == 1 and last < total:
        told = gettext("That’s %(last)s of %(total)s. Say “more” for the next.")
    elif first == 1:
        told = gettext("That’s %(last)s of %(total)s.")
    elif last < total:
        told = gettext("That’s %(first)s to %(last)s of %(total)s. Say “more” for the next.")
    else:
        told = gettext("That’s %(first)s to %(last)s of %(total)s.")
    return told % places


def which_of(name: str, known: Sequence[tuple[str, int]]) -> str:
    """Of several of one name: whom to ask about."""
    each = [
        ngettext("%(name)s (%(number)s thing)", "%(name)s (%(number)s things)", total)
        % {"name": one, "number": intcomma(total)}
        for one, total in known
    ]
    told = gettext("I know more than one %(name)s: %(known)s. Which do you mean?")
    return told % {"name": name, "known": in_a_row(each)}


def listed(opening: str, lines: Sequence[str], ending: str = "") -> str:
    """An opening and a list of cited statements."""
    return listing(opening, [f"{line} [{n}]" for n, line in enumerate(lines, 1)], ending)


def listing(opening: str, cited: Sequence[str], ending: str = "") -> str:
    """An opening and a list of statements that bear their markers."""
    rows = "\n".join(f"- {line}" for line in cited)
    return f"{opening}\n\n{rows}" + (f"\n\n{ending}" if ending else "")
