"""What goes wrong with a provider, in one line that says what to change.

Every error here is two things at once: LangChain's type for the failure, so
that `except ModelRateLimitError` and the like work, and a `CourseError`, so
that Jupyter shows one line. The provider's own error is its `__cause__`.
"""

from helpers.provider_errors.explain import explained
from helpers.provider_errors.guards import GuardedEmbeddings, guarded_model
from helpers.provider_errors.kinds import Route

__all__ = ["GuardedEmbeddings", "Route", "explained", "guarded_model"]
