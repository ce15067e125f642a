"""Say back what a person said of themselves: "I live in Porto" becomes "You live in Porto".

Nothing is added: pronouns and the verb forms that go with them change, all else stays. Where rules
could get it wrong (another language, words addressed to someone, quotations, an "I" that counts
kings) there is no answer, and the words are better quoted as they stand.
"""

from memories.text.languages import language_of
from memories.text.second_person import english, german
from memories.text.secrets import is_secret
from memories.text.sentences import sentences

LONGEST = 240  # characters


def in_second_person(statement: str) -> str | None:
    """One statement of the person's, said to them; None where rules could get it wrong.

    It comes back as a sentence without its full stop, starting with a capital.
    """
    flat = " ".join(statement.split())
    in_german = german.IS_MINE.search(flat) and language_of(flat) == "de"
    leads, turn = (german.LEADS, german.turned) if in_german else (english.LEADS, english.turned)
    # A password may end in a mark of its own.
    said = leads.sub("", flat).rstrip(" ." if is_secret(flat) else " .!;,")
    if not said or len(said) > LONGEST or len(sentences(said)) > 1:
        return None
    turned = turn(said)
    if turned is None:
        return None
    first = turned[0].upper()
    return (first if len(first) == 1 else turned[0]) + turned[1:]
