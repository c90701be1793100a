"""Docs, reference, examples and skills as an agent reads them: by name, by search, in bounded parts."""
