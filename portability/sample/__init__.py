"""Sample data: a made-up life to look around in, said by the product's own verbs, removed at once.

What belongs to it is marked in the sources' metadata and listed in a note of its own, so that all
of it is found whatever the person did with it since, and nothing of their own goes along.
"""

from portability.sample.adding import add_sample
from portability.sample.marking import has_sample
from portability.sample.removing import GONE, remove_sample

__all__ = ["GONE", "add_sample", "has_sample", "remove_sample"]
