"""Every benchmark, one after the other."""

import importlib
import pkgutil

import benchmarks

for module in pkgutil.iter_modules(benchmarks.__path__):
    if module.name != "__main__":
        print(f"\n## {module.name}", flush=True)
        importlib.import_module(f"benchmarks.{module.name}").main()
