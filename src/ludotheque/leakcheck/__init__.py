"""Does anything that a seat gets depend on what is hidden from it?

Two worlds are compared that look the same to a seat: a match, and the same match with everything dealt again that the
seat cannot know. Whatever differs between them is a leak.
"""

from ludotheque.leakcheck.channels import CHANNELS, known_to
from ludotheque.leakcheck.checking import Findings, Leak, check
from ludotheque.leakcheck.differences import Difference, first_difference

__all__ = ["CHANNELS", "Difference", "Findings", "Leak", "check", "first_difference", "known_to"]
