"""What the tests of this project share."""

import pytest


@pytest.fixture(params=[0, 12], ids=["front", "side"])
def frame(request):
    """Frames of the animation that show the pot from different sides."""
    return request.param
