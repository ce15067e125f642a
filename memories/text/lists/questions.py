"""What English questions begin with."""

QUESTION_WORDS = "who whom whose what which when where how why"
# What may stand first in a question, whatever follows.
VERBS_FIRST = "do does did is are can could will would should shall may might"
