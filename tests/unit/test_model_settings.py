"""A model is used only when it is named, and reached only where that is allowed."""

import subprocess
import sys

import pytest

from adapters.language.model_address import require_public
from bootstrap.settings import load_settings
from memory.model.errors import ConfigurationInvalid, ModelRefused, ModelUnavailable


def test_without_a_name_nothing_of_it_is_loaded() -> None:
    code = (
        "import sys; from bootstrap.models import build_language_model; from bootstrap.settings import load_settings;"
        "assert build_language_model(load_settings(dotenv=None)) is None;"
        "assert not {'litellm', 'adapters.language.model_litellm'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "base", ["http://127.0.0.1:11434", "http://localhost:1/v1", "http://169.254.169.254/latest", "http://[::1]:9"]
)
def test_a_private_address_stops_the_start_unless_it_is_allowed(base: str) -> None:
    with pytest.raises(ConfigurationInvalid, match="LLM_ALLOW_PRIVATE"):
        load_settings(dotenv=None, llm_model="openai/x", llm_api_base=base)
    assert (
        load_settings(dotenv=None, llm_model="openai/x", llm_api_base=base, llm_allow_private=True).llm_api_base == base
    )


@pytest.mark.parametrize(
    "url", ["http://10.0.0.8/v1", "http://0.0.0.0:1", "http://[fd00::1]/", "ftp://example.org", "nothing"]
)
def test_where_a_name_leads_is_looked_at_before_each_call(url: str) -> None:
    with pytest.raises(ModelRefused):
        require_public(url)


def test_a_name_that_is_not_known_is_tried_again() -> None:
    with pytest.raises(ModelUnavailable):
        require_public("http://no-such-host.invalid/v1")
