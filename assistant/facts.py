"""From a user's own words to facts: a name and a value each."""

from collections.abc import Iterable

from langchain_core.exceptions import OutputParserException
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import BaseModel, Field, ValidationError

RULES = """\
List what the user says about themselves: lasting facts, and what you are \
asked to remember. A question, a mood or a request is no fact. Name a fact \
in one or two words of the user's language. Several things that are true at \
once, like hobbies, are one value; otherwise the later message counts."""


class Attribute(BaseModel):
    """One thing that is true of the user."""

    name: str
    value: str


class AttributeList(BaseModel):
    """What the user says about themselves."""

    attributes: list[Attribute] = Field(default_factory=list)


def extract(
    model: BaseChatModel, said: Iterable[str], names: Iterable[str] = ()
) -> dict[str, str]:
    """The facts in a user's messages, value by name.

    `names` are those in use, so that a fact that changes keeps its name.
    Empty if the model's answer is no list of facts.
    """
    rules = RULES
    if names:
        rules += f" Where it fits, use one of these names: {', '.join(names)}."
    extractor = model.with_structured_output(AttributeList)
    messages = [SystemMessage(rules), *map(HumanMessage, said)]
    try:
        found = extractor.invoke(messages, {"tags": ["nostream"]})
    except (OutputParserException, ValidationError):
        return {}
    facts = {
        fact.name.strip().lower(): fact.value.strip()
        for fact in (found.attributes if found else ())
    }
    return {name: value for name, value in facts.items() if name and value}


def sentence(name: str, value: str) -> str:
    """A fact as a sentence, which is found better than a label."""
    chinese = any("\u4e00" <= letter <= "\u9fff" for letter in name)
    return f"我的{name}是{value}。" if chinese else f"My {name}: {value}."
