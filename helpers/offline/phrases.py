"""What the model says that is not about facts, in both languages."""

from helpers.offline.text import Language

_PHRASES = {
    "hello": (
        "Hello{name}! What can I do for you?",
        "你好{name}!有什么可以帮你?",
    ),
    "hi": ("Hello{name}!", "你好{name}!"),
    "meet": ("Nice to meet you, {name}!", "你好,{name}!很高兴认识你。"),
    "noted": ("Noted: {what}.", "记下了:{what}。"),
    "noted_plain": ("Noted.", "好的,记下了。"),
    "thanks": ("You're welcome{name}!", "不客气{name}!"),
    "bye": ("Goodbye{name}!", "再见{name}!"),
    "nice": ("Nice to meet you too{name}!", "我也很高兴认识你{name}!"),
    "ok": ("All right.", "好的。"),
    "how_are_you": (
        "I'm running well, thank you. What can I do for you?",
        "我运行正常,谢谢。有什么可以帮你?",
    ),
    "who_are_you": (
        "I'm the offline model of this course: a small program with rules, "
        "not a large language model. I answer only from the messages I am "
        "given.",
        "我是这门课程的离线模型:一个按规则工作的小程序,不是大语言模型。"
        "我只根据收到的消息回答。",
    ),
    "persona": ("You can call me {name}. ", "你可以叫我{name}。"),
    "what_can": (
        "I can note what you tell me about yourself, answer questions about "
        "it, write a four-line poem, summarise a conversation and call "
        "tools. For more, set COURSE_MODEL in .env to a real model.",
        "我可以记下你说的关于自己的事并回答相关问题,写四行小诗,总结对话,调用工具。"
        "想要更多功能,请在 .env 里用 COURSE_MODEL 设置一个真正的模型。",
    ),
    "nobody": (
        "I don't know anything about you yet. Nothing in the messages I can "
        "see tells me.",
        "我还不知道关于你的任何事。我能看到的消息里没有提到。",
    ),
    "forget": (
        "I keep nothing myself: I only see the messages I am given. To make "
        "me forget, delete those messages or the stored memory.",
        "我自己不保存任何东西,只看得到收到的消息。想让我忘记,请删除这些消息或存储的记忆。",
    ),
    "cannot": (
        "I can't do that: I'm the course's offline model, a small program. "
        "To use a real model, set COURSE_MODEL in .env.",
        "这个我做不到:我是课程的离线模型,只是一个小程序。"
        "想用真正的模型,请在 .env 里设置 COURSE_MODEL。",
    ),
    "no_knowledge": (
        "I don't know. I'm the course's offline model and answer only from "
        "the messages I am given; for general questions set COURSE_MODEL in "
        ".env to a real model.",
        "我不知道。我是课程的离线模型,只根据收到的消息回答;"
        "一般性问题请在 .env 里用 COURSE_MODEL 设置一个真正的模型。",
    ),
    "no_same": (
        'I don\'t know what "the same" refers to: no earlier request is in '
        "the messages I can see.",
        "我不知道“同样的”指的是什么:我能看到的消息里没有之前的请求。",
    ),
    "you_said": ('You said: "{text}"', "你说过:“{text}”"),
    "maybe_you_said": (
        'I\'m not sure, but you said: "{text}"',
        "我不确定,不过你说过:“{text}”",
    ),
    "maybe_memory_says": (
        'I\'m not sure, but I was given: "{text}"',
        "我不确定,不过我收到的信息里有:“{text}”",
    ),
    "later": (
        'You said: "{text}" Later you said: "{later}"',
        "你说过:“{text}”后来你又说:“{later}”",
    ),
    "memory_says": (
        'From what I was given: "{text}"',
        "根据我收到的信息:“{text}”",
    ),
    "i_said": ('I said: "{text}"', "我说的是:“{text}”"),
    "nothing_said": (
        "I don't know: I see no earlier message of yours.",
        "我不知道:我看不到你之前的消息。",
    ),
    "nothing_answered": (
        "I don't know: I see no earlier answer of mine.",
        "我不知道:我看不到我之前的回答。",
    ),
    "poem_about": ("It was about {what}.", "是关于{what}的。"),
    "no_poem": (
        "I don't know: I see no poem in these messages.",
        "我不知道:我能看到的消息里没有诗。",
    ),
    "notes": ("You asked me to remember: {text}.", "你让我记住:{text}。"),
    "no_notes": (
        "I don't know: I see nothing you asked me to remember.",
        "我不知道:我看不到你让我记住的事。",
    ),
    "what_about": ("How can I help you?", "有什么可以帮你?"),
}


def phrase(
    key: str, language: Language, *, name: str = "", **parts: str
) -> str:
    """One of the model's own sentences. `name` is added where it fits."""
    text = _PHRASES[key][language == "zh"]
    if name and key != "persona" and key != "meet":
        name = (",{}" if language == "zh" else ", {}").format(name)
    return text.format(name=name, **parts)
