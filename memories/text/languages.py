"""Which language a text is in, and its stems: so that "Häuser" is found by "Haus".

English is what everything is indexed by; another language adds to it (memories.text.words).
"""

import re
import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import snowballstemmer

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

ENGLISH = "en"
# By the codes of settings.LANGUAGES. Where there are no stems, words are found as they are.
_STEMMERS = {
    ENGLISH: "english",
    "ar": "arabic", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "es": "spanish",
    "fa": "persian", "fi": "finnish", "fr": "french", "hi": "hindi", "hu": "hungarian",
    "id": "indonesian", "it": "italian", "nl": "dutch", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
    # The nearest there is.
    "bg": "russian", "uk": "russian",
}  # fmt: skip
# The others that are told: else their texts would be taken for those above.
_WITHOUT_STEMS = "he ja ko th vi zh".split()
# How likely a language is to be, of all these (0 to 1). Names and numbers alone stay below.
_SURE = 0.5
# Maximum number of characters read to detect a text's language.
_READ = 20_000
# Maximum characters of a text whose language is cached: it is asked for several times.
_SHORT = 1_000

# Words that carry no content.
_LISTED = """
cs: a aby ale by byl byla co jak je jeho jsem jsme kde kdo když který má mám na není o od po
    pro proč se si tak ten ve z za že
da: af alle andre at da de den der det din du efter eller en er et for fra gå ham han har hun
    hvad hvem hvor hvornår ikke jeg kan man med mig min mit og også om på sig skal som til var
    vi vil
de: aber alle als am an auch auf aus bei beim bin bis da dann das dass dein dem den denn der
    des die dies dir doch du ein eine einem einen einer er es für hab habe hat hatte heute ich
    ihr ihre im in ins ist ja jetzt kann kein keine man mein meine meinem meinen meiner mich
    mir mit nach nicht noch nur oder ohne schon sehr sein seine sich sie sind um und uns unser
    vom von vor wann war warum weil welche welcher wenn wer werde wie wieder wir wird wo wohin
    zu zum zur über
es: al algo aquí como con cuál cuándo cuánto cómo de del desde donde dos dónde el ella ellos
    en entre era es esta estaba este esto estoy está fue ha hace han hay la las le les lo los
    me mi mis muy más nos nuestro para pero por porque que quién qué se ser si sin sobre soy
    su sus también te tengo tiene tres tu tus un una uno unos y ya yo
fr: ai au aussi aux avec avons c'est ce ces cette combien comment d'un d'une dans de depuis des
    du elle elles en est et eu il ils j'ai je l' l'on la le les leur lui ma mais me mes moi mon
    ne nos notre nous on ont ou où par pas plus pour pourquoi qu'il quand que quel quelle
    quelles quels qui quoi sa sans se ses son sont sur ta te tes toi ton très tu un une vos
    votre vous à été être
it: abbiamo al alla anche che chi ci come con cosa cui da dal dalla degli dei del della delle
    di dove e gli ha hai hanno ho i il in io la le lei lo loro lui ma mi mia mie mio molto nel
    nella noi non o per perché più quale quando quanto quella quello questa questo sei si sono
    sua sul sulla suo tra tu un una uno voi è
nl: aan als bij dan dat de deze die dit door een en er ge geen had heb hebben heeft het hij
    hoe hun ik in is je kan maar me met mij mijn naar niet nog of om onder ons ook op over te
    tot uit van veel voor waar waarom wanneer want wat we wel welke wie wij wordt zal ze zich
    zij zijn zo
pl: a ale bardzo bo by być był była co czy dla do gdzie go i ich ile ja jak jako jego jej jest
    jestem już kiedy kto która który ma mam mi mnie moja mój na nam nie od oraz po pod się są
    ta tak tam te to tu tylko w z za że
pt: a ao aos as com como da das de dela dele do e ela ele em era essa esse esta este está eu
    foi há isso lhe mais mas me meu meus minha minhas muito na nas no nos não nós o onde os ou
    para pela pelo por porque qual quando quanto que quem se sem ser seu sua são também te tem
    tenho um uma você às é
ru: а без бы был была было были быть в вам вас во вот все всё вы где да для до его ее её если есть
    ещё же за зачем и из или им их к как какая какие какое какой когда который кто куда ли мне
    мной мои моего моей моё моём моему мой моя мы на над нам нас наш наша наше наши не него нет
    ни но о об он она они оно от откуда по под потому почему при с сам себя сколько со так там
    тебя то тоже ты у уже чего чей чем что чтобы чья эта эти это этот я
sv: alla alltså att av de dem den det din du där efter eller en ett från för ha han har hon
    hur här i inte jag kan man med men mig min mina mitt mot mycket när och också om oss på
    sedan sig ska skulle som till under upp ut vad var varför vem vi vid vilken vill är
tr: ama bana ben bir biz bu da daha de değil diye gibi hangi ile için kadar ki kim mi mı nasıl
    ne neden nerede o olan olarak sen siz var ve veya ya yok çok şu
"""
_OF_ENGLISH = frozenset(
    "a about after all am an and are as at be because been but by can could did do does for from"
    " had has have he her his how i if in is it its just like me my no not of on or our out she so"
    " that the their them then there they this to up us was we were what when where which who why"
    " will with would you your".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
_NOT_LATIN = re.compile(r"[^\W\d_A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
# What only asks, in languages whose words are pairs of characters: of "which hotel" it is the hotel
# that is looked for.
_ASKS = re.compile(
    "什[么麼](?:时候|時候|地方)?|哪[里裡儿兒个個些]?|[谁誰]|为什[么麼]|為什[么麼]|怎[么麼]样?|多少|几[个点]?|[吗嗎呢]"
    "|どこ|いつ|だれ|なに|何時|何曜日|何|なぜ|どうして|どの|どれ|どんな|いくつ|いくら"
    "|(?:です|でした|ます|ました)か"
    "|어디(?:에서|에|로)?|언제|누[구가]|무엇|무슨|뭐|왜|어떻게|어떤|얼마|(?:입니|합니|습니)까|(?:이에|예)요"
)
_of_word: dict[str, tuple[str, ...]] = {}
for _code, _words in [
    (ENGLISH, " ".join(_OF_ENGLISH)),
    *re.findall(r"^(\w\w): ((?:.+\n)(?: .+\n)*)", _LISTED, re.MULTILINE),
]:
    for _word in _words.split():
        _of_word[_word] = (*_of_word.get(_word, ()), _code)


def language_of(text: str) -> str:
    """The code of the language, or "" where nothing tells."""
    return _of_short(text) if len(text) <= _SHORT else _identified(text[:_READ])


def _identified(text: str) -> str:
    ranked = _identifier().rank(text)
    language: str = ranked[0][0]
    # Those with the same stems are near enough to speak for each other.
    stems = _STEMMERS.get(language, language)
    likely = sum(share for each, share in ranked if _STEMMERS.get(each, each) == stems)
    return language if likely >= _SURE else ""


@lru_cache(maxsize=2_000)
def _of_short(text: str) -> str:
    return _identified(text)


@cache
def _identifier() -> "LanguageIdentifier":
    # Takes half a second to load, so that whatever needs it loads it.
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([*_STEMMERS, *_WITHOUT_STEMS])
    return identifier


def is_latin(text: str) -> bool:
    """Tell whether a text is in Latin letters, names in other scripts set aside."""
    others = len(_NOT_LATIN.findall(text))
    return not others or len(_LATIN.findall(text)) > others


def without_asking(question: str) -> str:
    """A Chinese, Japanese or Korean question without what only asks; of the same length.

    As it is where nothing else is in it, and in other languages.
    """
    rest = _ASKS.sub(lambda match: " " * len(match.group()), question)
    return rest if _WORD.search(rest) else question


def is_small(word: str, language: str) -> bool:
    """Tell whether a lower-case word is one of a language that carries no content."""
    return language != ENGLISH and language in _of_word.get(word, ())


@cache
def small_words() -> frozenset[str]:
    """The words of English, German and Spanish that carry no content, in lower case."""
    return frozenset(w for w, codes in _of_word.items() if {ENGLISH, "de", "es"} & set(codes))


def has_stems(language: str) -> bool:
    """Tell whether a language has stems other than English ones."""
    return language != ENGLISH and language in _STEMMERS


@lru_cache(maxsize=20_000)
def stem_in(language: str, word: str) -> str:
    """The stem of a lower-case word, in English or a language that has stems."""
    return str(_stemmer(language).stemWord(word))


# A stemmer holds the word it works on: each thread has its own.
_own = threading.local()


def _stemmer(language: str) -> "snowballstemmer.basestemmer.BaseStemmer":
    if not hasattr(_own, "stemmers"):
        _own.stemmers = {}
    if language not in _own.stemmers:
        _own.stemmers[language] = snowballstemmer.stemmer(_STEMMERS[language])
    return _own.stemmers[language]
