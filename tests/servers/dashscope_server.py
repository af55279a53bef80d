"""DashScope's own HTTP protocol, answered by a few fixed sentences.

Sources: dashscope 2.0.2 (what it sends and reads) and DashScope's error
codes. Two rules of the service are kept: open Qwen3 models think unless told
not to, and then must be streamed; at most 10 texts are embedded at once.
"""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from tests.servers.local import Handler, LocalServer, Refusal, running

ANSWER = ["你好，", "Bob", "! What can I ", "do for you?"]
USAGE = {"input_tokens": 7, "output_tokens": 5, "total_tokens": 12}
MOST_TEXTS = 10


class DashScopeHandler(Handler):
    refusals: ClassVar = {
        "400": ("InvalidParameter", "Temperature is out of range."),
        "401": ("InvalidApiKey", "Invalid API-key provided."),
        "403": ("AccessDenied.Unpurchased", "Access denied."),
        "404": ("ModelNotFound", "Model can not be found."),
        "407": ("proxy", "Proxy authentication required."),
        "404-as-400": ("InvalidParameter", "Model not exist."),
        "429": ("Throttling.RateQuota", "Requests rate limit exceeded."),
        "500": ("InternalError", "An internal error has occurred."),
        "overflow": (
            "InvalidParameter",
            "Range of input length should be [1, 30720]",
        ),
    }

    def reply(self, body: dict[str, Any]) -> dict | Iterator[str]:
        if self.path.endswith("/text-embedding/text-embedding"):
            return _embeddings(body)
        streamed = self.headers.get("X-DashScope-SSE") == "enable"
        return _chat(body, streamed)

    def refuse(self, error: Refusal) -> dict[str, Any]:
        return {
            "code": error.code,
            "message": error.message,
            "request_id": "request-1",
        }

    def broken(self, error: dict[str, Any]) -> str:
        return f"event:error\nstatus:500\ndata:{json.dumps(error)}\n\n"


def serve(port: int = 0) -> AbstractContextManager[LocalServer]:
    """Run the server in this process: `with serve() as server: server.url`.

    The address for DASHSCOPE_HTTP_BASE_URL is `server.url + "/api/v1"`.
    """
    return running(DashScopeHandler, port)


def _chat(body: dict[str, Any], streamed: bool) -> dict | Iterator[str]:
    options = body["parameters"]
    thinks = options.get("enable_thinking", body["model"] == "qwen3-open")
    if thinks and not streamed:
        raise Refusal(
            400,
            "InvalidParameter",
            "parameter.enable_thinking must be set to false for "
            "non-streaming calls",
        )
    last = body["input"]["messages"][-1]
    wants_tool = options.get("tools") and last["role"] == "user"
    if wants_tool and body["model"] != "text-only":
        parts = _tool_parts(options["tools"][0]["function"]["name"])
        finish = "tool_calls"
    else:
        parts = [{"content": words} for words in ANSWER]
        finish = "stop"
    if streamed:
        return _events(parts, finish, options.get("incremental_output"))
    whole = _merged(parts)
    return {
        "output": {"choices": [{"finish_reason": finish, "message": whole}]},
        "usage": USAGE,
        "request_id": "request-1",
    }


def _tool_parts(name: str) -> list[dict[str, Any]]:
    """Two calls at once, each in two pieces, as the service streams them."""
    parts = []
    for index, city in enumerate(["Paris", "Rome"]):
        arguments = json.dumps({"city": city})
        parts += [
            _call_part(index, f"call_{index}", name, arguments[:4]),
            _call_part(index, "", None, arguments[4:]),
        ]
    return parts


def _call_part(
    index: int, call_id: str, name: str | None, arguments: str
) -> dict[str, Any]:
    function = {"arguments": arguments}
    if name:
        function["name"] = name
    call = {
        "index": index,
        "id": call_id,
        "type": "function",
        "function": function,
    }
    return {"content": "", "tool_calls": [call]}


def _merged(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """All pieces so far as one message."""
    message: dict[str, Any] = {"role": "assistant", "content": ""}
    calls: dict[int, dict] = {}
    for part in parts:
        message["content"] += part["content"]
        for call in part.get("tool_calls", []):
            known = calls.get(call["index"])
            if known is None:
                calls[call["index"]] = json.loads(json.dumps(call))
            else:
                more = call["function"]["arguments"]
                known["function"]["arguments"] += more
    if calls:
        message["tool_calls"] = list(calls.values())
    return message


def _events(
    parts: list[dict[str, Any]], finish: str, incremental: bool | None
) -> Iterator[str]:
    """Pieces when `incremental_output` is asked for, else all so far."""
    for number, part in enumerate(parts, start=1):
        message = part if incremental else _merged(parts[:number])
        reason = finish if number == len(parts) else "null"
        data = {
            "output": {
                "choices": [
                    {
                        "finish_reason": reason,
                        "message": {"role": "assistant", **message},
                    }
                ]
            },
            "usage": USAGE,
            "request_id": "request-1",
        }
        yield f"id:{number}\nevent:result\ndata:{json.dumps(data)}\n\n"


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    texts = body["input"]["texts"]
    if len(texts) > MOST_TEXTS:
        raise Refusal(
            400,
            "InvalidParameter",
            "batch size is invalid, it should not be larger than 10.",
        )
    return {
        "output": {
            "embeddings": [
                {"text_index": index, "embedding": [float(len(text)), 1.0]}
                for index, text in enumerate(texts)
            ]
        },
        "usage": {"total_tokens": 3},
        "request_id": "request-1",
    }
