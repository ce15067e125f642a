"""How templates tell people what they said."""

from django import template

from memories.text import in_second_person

register = template.Library()


@register.filter
def said_to_you(statement: str) -> str:
    """What somebody said of themselves, said to them: "You live in Bath"; else as it is."""
    told = in_second_person(statement)
    if told is None:
        return statement
    return f"{told}." if statement.endswith(".") else told
