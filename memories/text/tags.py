"""Tags by rules: the plain topics that a fact is about."""

import re

from memories.text.meaning.english_words import in_english
from memories.text.words import content_words, stem_of

_TOPICS = {
    "family": "sister brother mother father mom mum dad parent son daughter wife husband partner"
    " cousin aunt uncle niece nephew grandmother grandfather grandma grandpa family sibling twin",
    "work": "work job boss colleague office company salary manager team client meeting employer"
    " career shift project deadline",
    "food": "eat food cook vegetarian vegan coffee tea breakfast lunch dinner restaurant recipe"
    " allergic peanut nut bread wine beer cheese drink meal"
    " dish milk meat fish fruit vegetable soup salad rice pasta pizza egg chocolate spice herb"
    " sugar",
    "health": "doctor allergic allergy medicine medication blood dentist hospital sick knee back"
    " surgery therapy asthma diabetes pill insulin glasses",
    "home": "house apartment flat live rent neighbour neighbor garden kitchen moved"
    " roommate flatmate landlord landlady tenant key attic cellar heating",
    "travel": "flight trip travel airport hotel vacation holiday visit train passport journey tour",
    "pets": "dog cat pet puppy kitten rabbit parrot horse hamster",
    "music": "music guitar piano violin band song choir cello drums concert",
    "sport": "run running marathon gym yoga swim bike cycling football tennis climb climbing hike"
    " hiking ski chess",
    "learning": "study university school course degree language learn exam class lesson",
    "money": "bank budget salary mortgage loan savings invest tax pay price",
    "tech": "laptop computer phone code programming python software server database app keyboard"
    " password wifi website router",
    "dates": "birthday anniversary born wedding appointment monday tuesday wednesday thursday"
    " friday saturday sunday",
    "people": "friend girlfriend boyfriend neighbour neighbor colleague fiancé fiancée mate",
    "clothes": "clothes shoe shirt trousers dress jacket coat sweater hat",
    "reading": "book novel author poem magazine library",
    "car": "car drive driving motorcycle van truck licence",
}
# "Wir fahren nach Kreta", "I drive to Leeds": that is a journey, and tells of no car.
_DRIVES_TO = re.compile(
    r"\b(?:(?:drive|drove|driving|driven)\s+to|(?:nach|ins|an\s+(?:die|den)|in\s+die)\s+(?-i:[A-ZÄÖÜ])"
    r"[^.!?]*\b(?:fahr\w*|fuhr\w*|gefahren)|(?:fahr\w*|fuhr\w*)\b[^.!?]{0,40}\b(?:nach|ins|an\s+(?:die|den)|in\s+die))\b",
    re.IGNORECASE,
)
# "Hausarzt", "Grundschullehrerin": a family doctor is no family, and who teaches does not learn.
_WORDS_OF_OTHERS = re.compile(r"\bfamily (?=doctor\b)|\bschool (?=teacher\b)", re.IGNORECASE)
_DRIVE = stem_of("drive")
_TOPIC_OF = {stem_of(word): topic for topic, words in _TOPICS.items() for word in words.split()}
MOST = 5


def tags_of(text: str) -> list[str]:
    """Up to five topics, in the order in which their words stand in a text of any known language.

    A word that only this text has would name nothing else, and who is spoken of is a person.
    """
    journey = {_DRIVE: "travel"} if _DRIVES_TO.search(text) else {}
    stems = (word.stem for word in content_words(_WORDS_OF_OTHERS.sub("", in_english(text))))
    named = (journey.get(stem) or _TOPIC_OF.get(stem) for stem in stems)
    return list(dict.fromkeys(topic for topic in named if topic))[:MOST]
