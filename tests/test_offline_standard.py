"""The offline model against LangChain's own standard tests."""

import pytest
from langchain_tests.integration_tests import (
    ChatModelIntegrationTests,
    EmbeddingsIntegrationTests,
)
from langchain_tests.unit_tests import (
    ChatModelUnitTests,
    EmbeddingsUnitTests,
)

from helpers.offline import OfflineChat, OfflineEmbeddings


class TestChatUnit(ChatModelUnitTests):
    @property
    def chat_model_class(self):
        return OfflineChat


class TestChatIntegration(ChatModelIntegrationTests):
    @property
    def chat_model_class(self):
        return OfflineChat


class TestEmbeddingsUnit(EmbeddingsUnitTests):
    @property
    def embeddings_class(self):
        return OfflineEmbeddings


class TestEmbeddingsIntegration(EmbeddingsIntegrationTests):
    @property
    def embeddings_class(self):
        return OfflineEmbeddings
