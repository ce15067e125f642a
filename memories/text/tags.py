"""Tags by rules: what a fact is about, in its own words and a few plain topics."""

from memories.text.calendar.names import months
from memories.text.words import content_words, stem_of

_TOPICS = {
    "family": "sister brother mother father mom mum dad parent son daughter wife husband partner"
    " cousin aunt uncle niece nephew grandmother grandfather grandma grandpa family sibling twin",
    "work": "work job boss colleague office company salary manager team client meeting employer"
    " career shift project deadline",
    "food": "eat food cook vegetarian vegan coffee tea breakfast lunch dinner restaurant recipe"
    " allergic peanut bread wine beer cheese drink",
    "health": "doctor allergic allergy medicine medication blood dentist hospital sick knee back"
    " surgery therapy asthma diabetes pill insulin glasses",
    "home": "house apartment flat live rent neighbour neighbor garden kitchen moved street"
    " roommate",
    "travel": "flight trip travel airport hotel vacation holiday visit train passport",
    "pets": "dog cat pet puppy kitten rabbit parrot horse hamster",
    "music": "music guitar piano violin band song choir cello drums concert",
    "sport": "run running marathon gym yoga swim bike cycling football tennis climb climbing hike"
    " hiking ski chess",
    "learning": "study university school course degree language learn exam class teacher lesson",
    "money": "bank budget salary mortgage loan savings invest tax pay price",
    "tech": "laptop computer phone code programming python software server database app keyboard",
    "dates": "birthday anniversary born wedding appointment monday tuesday wednesday thursday"
    " friday saturday sunday",
    "car": "car drive driving motorcycle van truck licence",
}
_TOPIC_OF = {stem_of(word): topic for topic, words in _TOPICS.items() for word in words.split()}
_DULL_WORDS = """
    prefer like love hate enjoy use want need get got go going make take live work have usually
    always never really thing way day time year good great new old first last one two name called
    favourite favorite know think say said tell keep remember either both each every other because
"""
# What something does or did names no topic.
_DOING = ("ed", "ing", "ly")
_DULL = frozenset(stem_of(word) for word in (*_DULL_WORDS.split(), *months("en")))

MOST = 5


def tags_of(text: str) -> list[str]:
    """Up to five tags: topics, or with fewer than two of them the longest telling words."""
    tags: list[str] = []
    words = list(content_words(text))
    for word in words:
        topic = _TOPIC_OF.get(word.stem)
        if topic and topic not in tags:
            tags.append(topic)
    telling = sorted(
        {
            word.spelling.lower()
            for word in words
            if word.stem not in _DULL
            and len(word.spelling) > 3
            and word.spelling.isalpha()
            and not word.spelling.endswith(_DOING)
        },
        key=lambda spelling: (-len(spelling), spelling),
    )
    for spelling in telling:
        if len(tags) >= 2:
            break
        if spelling not in tags:
            tags.append(spelling[:50])
    return tags[:MOST]
