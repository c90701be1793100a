"""Benchmarks of the real product: `python -m tests.bench`, each figure beside a baseline measured in the same run."""
