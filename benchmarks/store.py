"""What memories cost: put and search in InMemoryStore and SqliteStore.

Vectors are random and ready, so the store is measured and not an encoder.
Each size has a process of its own. Run by hand:
`.venv/bin/python -m benchmarks.store`.
"""

import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

SIZES = (1_000, 10_000, 50_000)
STORES = ("InMemoryStore", "SqliteStore")
DIMENSIONS = 512
USERS = 500
PUTS, SEARCHES = 30, 5
PART = 200  # memories put at once to fill a store


def vectors(texts: list[str]) -> list[list[float]]:
    """A random vector for each text, the same whenever it is asked for."""
    import numpy as np

    return [
        np.random.default_rng(zlib.crc32(text.encode()))
        .standard_normal(DIMENSIONS)
        .tolist()
        for text in texts
    ]


@contextmanager
def opened(store: str, path: str):
    """An empty store of that kind."""
    from langgraph.store.memory import InMemoryStore
    from langgraph.store.sqlite import SqliteStore

    from helpers import open_sqlite

    fields = {"fields": ["text"], "text_fields": ["text"]}
    index = {"embed": vectors, "dims": DIMENSIONS, **fields}
    if store == "InMemoryStore":
        yield InMemoryStore(index=index)
        return
    with open_sqlite(path) as connection:
        on_disk = SqliteStore(connection, index=index)
        on_disk.setup()
        yield on_disk


def milliseconds(call: Callable[[int], None], times: int) -> float:
    """Median time of a call, which is given the numbers from 0 on."""
    taken = []
    for n in range(times):
        start = time.perf_counter()
        call(n)
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def measure(kind: str, size: int) -> None:
    """Print put, search, search for one user (ms), memory and file (MB)."""
    import psutil
    from langgraph.store.base import PutOp

    def putting(n: int) -> PutOp:
        return PutOp(("all", str(n % USERS)), str(n), {"text": f"fact {n}"})

    process = psutil.Process()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        with opened(kind, str(path)) as store:
            vectors(["numpy is loaded now"])
            before = process.memory_info().rss
            for start in range(0, size, PART):
                store.batch(map(putting, range(start, start + PART)))
            memory = process.memory_info().rss - before

            def put(n: int) -> None:
                store.put(("all", "0"), f"new {n}", {"text": f"new fact {n}"})

            def search(n: int) -> None:
                store.search(("all",), query=f"question {n}")

            def search_one(n: int) -> None:
                store.search(("all", "1"), query=f"question {n}")

            times = [
                milliseconds(put, PUTS),
                milliseconds(search, SEARCHES),
                milliseconds(search_one, SEARCHES),
            ]
        file = path.stat().st_size if path.exists() else 0
    print(*times, memory / 1e6, file / 1e6)


def main() -> None:
    print(f"vectors of {DIMENSIONS} numbers, {USERS} users; medians")
    print("memories  store          put ms  search ms  one user ms"
          "  memory MB  file MB")  # fmt: skip
    found = {}
    for size in SIZES:
        for store in STORES:
            run = subprocess.run(
                [sys.executable, "-m", "benchmarks.store", store, str(size)],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            found[store, size] = [float(x) for x in run.stdout.split()]
            put, search, one, memory, file = found[store, size]
            print(f"{size:8,}  {store:13} {put:7.2f} {search:10.1f}"
                  f" {one:12.2f} {memory:10.0f} {file:8.0f}")  # fmt: skip
    for store in STORES:
        grown = [
            found[store, after][1] / found[store, before][1]
            for before, after in pairwise(SIZES)
        ]
        print(f"{store}: 10 times the memories, {grown[0]:.1f} times the"
              f" search; 5 times more, {grown[1]:.1f} times")  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(sys.argv[1], int(sys.argv[2]))
    else:
        main()
