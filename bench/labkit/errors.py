"""One exception for everything that the user of the lab can do something about.

The entry points print its text on one line and leave with status 2; any other exception is a fault of the lab
itself and keeps its traceback.
"""


class LabError(Exception):
    """A problem with an input, a tool or a build, told in one line."""
