"""Tags by rules: the plain topics that a fact is about."""

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
    "home": "house apartment flat live rent neighbour neighbor garden kitchen moved street"
    " roommate flatmate landlord landlady tenant key attic cellar heating",
    "travel": "flight trip travel airport hotel vacation holiday visit train passport journey tour",
    "pets": "dog cat pet puppy kitten rabbit parrot horse hamster",
    "music": "music guitar piano violin band song choir cello drums concert",
    "sport": "run running marathon gym yoga swim bike cycling football tennis climb climbing hike"
    " hiking ski chess",
    "learning": "study university school course degree language learn exam class teacher lesson",
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
_TOPIC_OF = {stem_of(word): topic for topic, words in _TOPICS.items() for word in words.split()}
MOST = 5


def tags_of(text: str) -> list[str]:
    """Up to five topics, in the order in which their words stand in a text of any known language.

    A word that only this text has would name nothing else, and who is spoken of is a person.
    """
    named = (_TOPIC_OF.get(word.stem) for word in content_words(in_english(text)))
    return list(dict.fromkeys(topic for topic in named if topic))[:MOST]
