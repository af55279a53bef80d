"""Structured output holds what was told, and nothing else."""

from typing import Annotated, Literal

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field, ValidationError
from typing_extensions import TypedDict

from helpers.offline import OfflineChat


class Attribute(BaseModel):
    """One attribute of a person."""

    name: str
    value: str


class AttributeList(BaseModel):
    """Attributes of the user."""

    attributes: list[Attribute]


def attributes(*messages) -> dict[str, str]:
    model = OfflineChat().with_structured_output(AttributeList)
    found = model.invoke(list(messages))
    return {item.name: item.value for item in found.attributes}


def test_chinese_introduction():
    text = "我叫李雷,今年25岁,来自山东,是一名程序员,喜欢打篮球和看电影。"
    assert attributes(HumanMessage(text)) == {
        "姓名": "李雷",
        "年龄": "25",
        "家乡": "山东",
        "职业": "程序员",
        "喜好": "打篮球、看电影",
    }


def test_english_introduction():
    text = "I'm Bob, 34, a plumber from Leeds. I love chess and hiking."
    assert attributes(HumanMessage(text)) == {
        "name": "Bob",
        "age": "34",
        "job": "plumber",
        "origin": "Leeds",
        "likes": "chess, hiking",
    }


def test_only_the_users_words_are_mined():
    found = attributes(
        SystemMessage("Extract the attributes of the user."),
        HumanMessage("Hi, I'm Ann."),
        AIMessage("I am Qwen and I live in Hangzhou."),
        HumanMessage("I'm 20. No, 21."),
    )
    assert found["name"] == "Ann"
    assert "Qwen" not in found.values()
    assert "Hangzhou" not in found.values()


@pytest.mark.parametrize(
    "text",
    [
        'Extract all attributes from this text: "My name is Eve."',
        "Extract the facts:\nMy name is Eve.",
    ],
)
def test_instruction_in_front_of_the_text(text):
    assert attributes(HumanMessage(text)) == {"name": "Eve"}


def test_nothing_told_is_an_empty_list():
    assert attributes(HumanMessage("How is the weather?")) == {}


class Person(BaseModel):
    """What is known of a person."""

    name: str | None = None
    age: int | None = Field(None, description="age in years")
    city: str | None = None
    occupation: str | None = None
    hobbies: list[str] = []
    has_pet: bool | None = None
    pet_name: str | None = None
    email: str | None = None
    favorite_color: Literal["red", "blue"] | None = None


def test_fields_by_name_type_and_choice():
    text = (
        "I'm Bob Smith, thirty-four, a plumber living in Leeds. I love chess "
        "and hiking. I have a dog named Rex. My email is bob@example.org. My "
        "favourite colour is blue."
    )
    model = OfflineChat().with_structured_output(Person)
    assert model.invoke(text) == Person(
        name="Bob Smith",
        age=34,
        city="Leeds",
        occupation="plumber",
        hobbies=["chess", "hiking"],
        has_pet=True,
        pet_name="Rex",
        email="bob@example.org",
        favorite_color="blue",
    )


def test_what_is_not_said_is_left_out():
    model = OfflineChat().with_structured_output(Person)
    assert model.invoke("I'm Ann.") == Person(name="Ann")
    assert model.invoke("我没有宠物。") == Person(has_pet=False)


class Strict(BaseModel):
    """A person."""

    name: str
    age: int


def test_missing_required_field_is_the_schemas_to_say():
    model = OfflineChat().with_structured_output(Strict)
    with pytest.raises(ValidationError, match="age"):
        model.invoke("I'm Bob.")
    raw = OfflineChat().with_structured_output(Strict, include_raw=True)
    found = raw.invoke("I'm Bob.")
    assert found["parsed"] is None
    assert found["raw"].tool_calls[0]["args"] == {"name": "Bob"}
    assert found["parsing_error"]


class PersonDict(TypedDict):
    """A person."""

    first_name: Annotated[str, ..., "first name"]
    age: Annotated[int, ..., "age"]


JSON_SCHEMA = {
    "title": "person",
    "description": "A person.",
    "type": "object",
    "properties": {
        "first_name": {"type": "string"},
        "age": {"type": "integer"},
    },
}


@pytest.mark.parametrize("schema", [PersonDict, JSON_SCHEMA])
@pytest.mark.parametrize("method", ["function_calling", "json_mode"])
def test_dictionaries(schema, method):
    model = OfflineChat().with_structured_output(schema, method=method)
    found = model.invoke("I'm Bob Smith and I'm 30.")
    assert found == {"first_name": "Bob", "age": 30}


class Pet(BaseModel):
    """An animal."""

    name: str | None = None
    species: str | None = None
    age: int | None = None


class Pets(BaseModel):
    """Animals of the user."""

    pets: list[Pet] = []


def test_nested_objects():
    model = OfflineChat().with_structured_output(Pets)
    text = "I have a cat named Tom. He is 3. I have a dog called Rex."
    assert model.invoke(text).pets == [
        Pet(name="Tom", species="cat", age=3),
        Pet(name="Rex", species="dog"),
    ]


class Memory(BaseModel):
    """A memory."""

    content: str = Field(description="The memory as a standalone sentence.")


def test_memory_of_one_sentence():
    model = OfflineChat().with_structured_output(Memory)
    assert model.invoke("I love pizza.").content == "I love pizza."


@pytest.mark.parametrize(
    "text",
    ["What do you know about me?", "How old am I?", "Hello!", "I'm hungry."],
)
def test_a_required_list_is_empty_when_nothing_is_told(text):
    model = OfflineChat().with_structured_output(AttributeList)
    assert model.invoke(text) == AttributeList(attributes=[])


def test_references_in_a_schema_are_followed():
    form = {"type": "function", "function": {
        "name": "AttributeList",
        "parameters": AttributeList.model_json_schema(),
    }}  # fmt: skip
    model = OfflineChat().bind_tools([form], tool_choice="AttributeList")
    [call] = model.invoke("I'm a nurse.").tool_calls
    assert call["args"] == {"attributes": [{"name": "job", "value": "nurse"}]}


def test_a_pets_name_is_not_the_users():
    class Known(BaseModel):
        name: Literal["name", "home"]
        value: str

    class KnownList(BaseModel):
        items: list[Known]

    model = OfflineChat().with_structured_output(KnownList)
    [known] = model.invoke("I'm Bob and I have a dog called Rex.").items
    assert (known.name, known.value) == ("name", "Bob")
