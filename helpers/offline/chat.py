"""`OfflineChat`: the offline model as LangChain knows a chat model."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import uuid4

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ToolCall,
    ToolCallChunk,
)
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import (
    ChatGeneration,
    ChatGenerationChunk,
    ChatResult,
)
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from helpers.offline.protocol import check_messages
from helpers.offline.reply import Reply, reply_to
from helpers.offline.text import WIDE
from helpers.offline.tokens import count_tokens

# Streams by words, and by characters where a script has no spaces.
_PIECE = re.compile(f"[{WIDE}]|[^\\s{WIDE}]+\\s*|\\s+")


class OfflineChat(BaseChatModel):
    """A small rule-based model that answers from its messages only.

    Not a language model: it reads facts people tell, in English and Chinese,
    and answers questions about them. It is as strict about the list of
    messages as providers are and raises LangChain's own exceptions.
    `context_window`, `max_tokens`: tokens in and out.
    """

    model: str = "offline"
    context_window: int = 8192
    max_tokens: int | None = None
    stop: list[str] | None = None

    @property
    def _llm_type(self) -> str:
        return "offline"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.model, "context_window": self.context_window}

    def _resolve_model_profile(self) -> Any:
        return {
            "max_input_tokens": self.context_window,
            "tool_calling": True,
        }

    def get_num_tokens(self, text: str) -> int:
        """Tokens of a text, counted offline."""
        return count_tokens(text)

    def get_num_tokens_from_messages(
        self, messages: list[BaseMessage], tools: Sequence | None = None
    ) -> int:
        """Tokens of messages, counted offline; tools cost nothing here."""
        return count_tokens(messages)

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable | BaseTool],
        *,
        tool_choice: str | dict | bool | None = None,
        strict: bool | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The model with tools; `tool_choice`: 'auto', 'none', 'any', a name.

        `strict` is accepted, since arguments always follow the schema.
        """
        formatted = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=formatted, tool_choice=tool_choice, **kwargs)

    def _reply(
        self, messages: list[BaseMessage], stop: list[str] | None, kwargs: dict
    ) -> tuple[Reply, dict[str, Any], UsageMetadata]:
        tokens_in = check_messages(messages, self.context_window)
        limit = kwargs.get("max_tokens") or self.max_tokens
        reply = reply_to(
            messages,
            tools=kwargs.get("tools") or [],
            tool_choice=kwargs.get("tool_choice"),
            max_tokens=limit,
        )
        text = _cut_at_stop(reply.text, stop or self.stop or [])
        finish = "tool_calls" if reply.tool_calls else "stop"
        if limit is not None and count_tokens(text) > limit:
            text, finish = _cut_at_tokens(text, limit), "length"
        reply = Reply(text, reply.tool_calls)
        arguments = "".join(
            call["name"] + json.dumps(call["args"], ensure_ascii=False)
            for call in reply.tool_calls
        )
        tokens_out = count_tokens(text + arguments)
        metadata = {
            "model_name": kwargs.get("model") or self.model,
            "model_provider": "offline",
            "finish_reason": finish,
        }
        usage = UsageMetadata(
            input_tokens=tokens_in,
            output_tokens=tokens_out,
            total_tokens=tokens_in + tokens_out,
        )
        return reply, metadata, usage

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        reply, metadata, usage = self._reply(messages, stop, kwargs)
        message = AIMessage(
            content=reply.text,
            tool_calls=[
                ToolCall(
                    name=call["name"],
                    args=call["args"],
                    id=_call_id(),
                    type="tool_call",
                )
                for call in reply.tool_calls
            ],
            response_metadata=metadata,
            usage_metadata=usage,
        )
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        reply, metadata, usage = self._reply(messages, stop, kwargs)
        chunks = [
            AIMessageChunk(content=piece)
            for piece in _PIECE.findall(reply.text)
        ]
        chunks += [
            AIMessageChunk(
                content="",
                tool_call_chunks=[
                    ToolCallChunk(
                        name=call["name"],
                        args=json.dumps(call["args"], ensure_ascii=False),
                        id=_call_id(),
                        index=index,
                        type="tool_call_chunk",
                    )
                ],
            )
            for index, call in enumerate(reply.tool_calls)
        ]
        chunks.append(
            AIMessageChunk(
                content="",
                response_metadata=metadata,
                usage_metadata=usage,
                chunk_position="last",
            )
        )
        for message in chunks:
            yield ChatGenerationChunk(message=message)


def _call_id() -> str:
    return f"call_{uuid4().hex[:24]}"


def _cut_at_stop(text: str, stop: list[str]) -> str:
    ends = [text.find(word) for word in stop if word and word in text]
    return text[: min(ends)] if ends else text


def _cut_at_tokens(text: str, limit: int) -> str:
    kept = ""
    for piece in _PIECE.findall(text):
        if count_tokens(kept + piece) > limit:
            break
        kept += piece
    return kept.rstrip()
