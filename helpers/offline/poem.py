"""A four-line poem on any subject, the same each time it is asked."""

from helpers.offline.text import Language

# The subject stands where no verb has to agree with it.
_ENGLISH = (
    "A word for {x}, a quiet line,\n"
    "a cup of tea, a porch in shine.\n"
    "The day was long, the night is new:\n"
    "it ends, for {x}, in evening blue.",
    "I looked for {x} along the lane,\n"
    "in morning sun, in evening rain.\n"
    "The world is wide, the road is slow,\n"
    "with {x} in mind wherever I go.",
    "Give me {x} and an open door,\n"
    "a little song, and little more.\n"
    "The clouds may come, the clouds may part,\n"
    "there's room for {x} in every heart.",
    "Of {x} I sing, so soft, so low,\n"
    "of things that come and things that go.\n"
    "A star leans in to hear the tune,\n"
    "and hums of {x} beneath the moon.",
    "Once, thinking of {x}, I lost my way,\n"
    "and wandered through a golden day.\n"
    "No map, no clock, no need to roam:\n"
    "the thought of {x} had led me home.",
)
_CHINESE = (
    "清晨想起{x},\n微风轻轻过窗前。\n一日匆匆如流水,\n{x}常在我心间。",
    "抬头看见月儿弯,\n低头又把{x}念。\n山一程来水一程,\n{x}伴我到天边。",
    "一盏清茶半卷书,\n闲来细说{x}事。\n窗外花开又花落,\n{x}入我梦中诗。",
    "小路弯弯通远山,\n{x}好似梦中船。\n不问风雨几时歇,\n心有{x}自悠然。",
)


def poem(topic: str, language: Language) -> str:
    """Four lines on the subject; which verse, the subject decides."""
    verses = _CHINESE if language == "zh" else _ENGLISH
    subject = topic or ("春天" if language == "zh" else "spring")
    verse = verses[sum(subject.casefold().encode()) % len(verses)]
    return verse.format(x=subject)
