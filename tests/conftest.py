"""Settings that every test shares."""

from hypothesis import settings

# The same examples in every run, so that a red build stays red until it is fixed; no deadline, because the first
# example of a test pays for caches that the others use.
settings.register_profile("roost", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("roost")
