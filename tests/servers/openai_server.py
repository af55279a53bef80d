"""The offline model behind the OpenAI protocol.

Chat completions (plain and streamed, tools, JSON schema, usage), embeddings,
and errors, so that whole lessons run over real HTTP. By hand:

    python -m tests.servers.openai_server --port 8000
    COURSE_MODEL=compatible:offline COURSE_BASE_URL=http://127.0.0.1:8000/v1
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, ClassVar
from urllib.parse import urlsplit

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelInvalidRequestError,
)
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    convert_to_messages,
    convert_to_openai_messages,
)

from helpers.offline import OfflineChat, OfflineEmbeddings
from tests.servers.local import Handler, LocalServer, Refusal, running


class OpenAIHandler(Handler):
    refusals: ClassVar = {
        "400": ("invalid_value", "Invalid 'messages[0].content'."),
        "401": ("invalid_api_key", "Incorrect API key: test-key-123."),
        "403": ("forbidden", "Project has no access to the model."),
        "404": ("model_not_found", "The model does not exist."),
        "407": ("proxy", "Proxy authentication required."),
        "429": ("rate_limit_exceeded", "Rate limit reached."),
        "500": ("server_error", "The server had an error."),
        "overflow": (
            "context_length_exceeded",
            "This model's maximum context length is 10 tokens.",
        ),
    }

    def reply(self, body: dict[str, Any]) -> dict | Iterator[str]:
        path = urlsplit(self.path).path
        if path.endswith("/embeddings"):
            return _embeddings(body)
        if not path.endswith("/chat/completions"):
            raise Refusal(404, "unknown_url", f"No such path: {path}")
        try:
            answer = _answer(body)
        except ContextOverflowError as error:
            raise Refusal(
                400, "context_length_exceeded", str(error)
            ) from error
        except ModelInvalidRequestError as error:
            raise Refusal(400, "invalid_request_error", str(error)) from error
        return _events(body, answer) if body.get("stream") else answer

    def refuse(self, error: Refusal) -> dict[str, Any]:
        return {"error": {"message": error.message, "code": error.code}}

    def broken(self, error: dict[str, Any]) -> str:
        return f"data: {json.dumps(error)}\n\n"


def serve(port: int = 0) -> AbstractContextManager[LocalServer]:
    """Run the server in this process: `with serve() as server: server.url`.

    The address for COURSE_BASE_URL is `server.url + "/v1"`.
    """
    return running(OpenAIHandler, port)


def _answer(body: dict[str, Any]) -> dict[str, Any]:
    """A chat completion."""
    messages = convert_to_messages(body["messages"])
    model = OfflineChat(max_tokens=body.get("max_completion_tokens"))
    schema = body.get("response_format", {}).get("json_schema")
    if schema and body["model"] == "no-schema":
        raise Refusal(400, "invalid", "This response_format is unavailable.")
    if schema:
        answer = _filled(model, messages, schema)
    elif body.get("tools") and body["model"] != "text-only":
        answer = model.bind_tools(
            body["tools"], tool_choice=body.get("tool_choice")
        ).invoke(messages)
    else:
        answer = model.invoke(messages, stop=body.get("stop"))
    message = convert_to_openai_messages(answer)
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": answer.response_metadata["finish_reason"],
            }
        ],
        "usage": _usage(answer),
    }


def _filled(model: OfflineChat, messages: list, schema: dict) -> AIMessage:
    """The answer to a JSON schema: the model's tool call, as JSON text."""
    form = {"title": schema["name"], **schema["schema"]}
    tool = {"type": "function", "function": {"name": schema["name"]}}
    tool["function"]["parameters"] = form
    answer = model.bind_tools([tool], tool_choice=schema["name"]).invoke(
        messages
    )
    args = [call["args"] for call in answer.tool_calls]
    return answer.model_copy(
        update={
            "content": json.dumps(args[0]) if args else answer.text,
            "tool_calls": [],
            "response_metadata": {"finish_reason": "stop"},
        }
    )


def _usage(answer: AIMessage | AIMessageChunk) -> dict[str, int]:
    usage = answer.usage_metadata
    return {
        "prompt_tokens": usage["input_tokens"],
        "completion_tokens": usage["output_tokens"],
        "total_tokens": usage["total_tokens"],
    }


def _events(body: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    """The same completion in pieces, as server-sent events."""
    choice = answer["choices"][0]
    message = choice["message"]
    text = message.get("content") or ""
    deltas: list[dict] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": text[i : i + 4]} for i in range(0, len(text), 4)]
    for index, call in enumerate(message.get("tool_calls", [])):
        arguments = call["function"]["arguments"]
        half = len(arguments) // 2
        first = {**call["function"], "arguments": arguments[:half]}
        deltas += [
            {"tool_calls": [{**call, "index": index, "function": first}]},
            {
                "tool_calls": [
                    {
                        "index": index,
                        "function": {"arguments": arguments[half:]},
                    }
                ]
            },
        ]
    parts = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        for delta in deltas
    ]
    end = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
    parts.append({"choices": [end]})
    if body.get("stream_options", {}).get("include_usage"):
        parts.append({"choices": [], "usage": answer["usage"]})
    for part in parts:
        chunk = {**answer, "object": "chat.completion.chunk", "usage": None}
        yield f"data: {json.dumps(chunk | part)}\n\n"
    yield "data: [DONE]\n\n"


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    texts = body["input"]
    texts = [texts] if isinstance(texts, str) else texts
    if not all(isinstance(text, str) for text in texts):
        raise Refusal(400, "invalid_input", "Input must be text.")
    vectors = OfflineEmbeddings().embed_documents(texts)
    return {
        "object": "list",
        "model": body["model"],
        "data": [
            {"object": "embedding", "index": index, "embedding": vector}
            for index, vector in enumerate(vectors)
        ],
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8000)
    with LocalServer(OpenAIHandler, parser.parse_args().port) as here:
        print(f"COURSE_BASE_URL={here.url}/v1", flush=True)
        try:
            here.serve_forever()
        except KeyboardInterrupt:
            print("stopped")
