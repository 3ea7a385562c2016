"""The payload codec and its key ring."""

import base64

import pytest
from temporalio.api.common.v1 import Payload

from bootstrap.temporal.codec import CodecKeyUnknown, EncryptionCodec, PayloadInvalid, keys_from_text
from memory.model.errors import ConfigurationInvalid

OLD, NEW = bytes(range(32)), bytes(range(1, 33))
CANARY = "金丝雀 CANARY-7f3a"


def payload() -> Payload:
    return Payload(metadata={"encoding": b"json/plain"}, data=f'"{CANARY}"'.encode())


async def test_what_is_encoded_is_decoded_and_unreadable_meanwhile() -> None:
    codec = EncryptionCodec({"a": OLD})
    [sealed] = await codec.encode([payload()])
    assert CANARY.encode() not in sealed.SerializeToString()
    assert sealed.metadata["encryption-key-id"] == b"a"
    assert await codec.decode([sealed]) == [payload()]


async def test_equal_payloads_do_not_look_equal() -> None:
    codec = EncryptionCodec({"a": OLD})
    first, second = await codec.encode([payload(), payload()])
    assert first.data != second.data


async def test_a_rotated_ring_encrypts_with_the_new_key_and_still_reads_the_old() -> None:
    [sealed] = await EncryptionCodec({"old": OLD}).encode([payload()])
    ring = EncryptionCodec({"new": NEW, "old": OLD})
    assert await ring.decode([sealed]) == [payload()]
    [again] = await ring.encode([payload()])
    assert again.metadata["encryption-key-id"] == b"new"


async def test_a_key_that_was_dropped_is_named_as_the_reason() -> None:
    [sealed] = await EncryptionCodec({"old": OLD}).encode([payload()])
    with pytest.raises(CodecKeyUnknown):
        await EncryptionCodec({"new": NEW}).decode([sealed])


@pytest.mark.parametrize("position", [0, 11, 12, -1])
async def test_a_tampered_payload_is_refused(position: int) -> None:
    codec = EncryptionCodec({"a": OLD})
    [sealed] = await codec.encode([payload()])
    changed = bytearray(sealed.data)
    changed[position] ^= 1
    with pytest.raises(PayloadInvalid):
        await codec.decode([Payload(metadata=sealed.metadata, data=bytes(changed))])


async def test_a_payload_moved_under_another_key_id_is_refused() -> None:
    codec = EncryptionCodec({"a": OLD, "b": OLD})
    [sealed] = await codec.encode([payload()])
    sealed.metadata["encryption-key-id"] = b"b"
    with pytest.raises(PayloadInvalid):
        await codec.decode([sealed])


@pytest.mark.parametrize("data", [b"", b"short"])
async def test_a_truncated_payload_is_refused(data: bytes) -> None:
    codec = EncryptionCodec({"a": OLD})
    with pytest.raises(PayloadInvalid):
        await codec.decode([Payload(metadata={"encoding": b"binary/encrypted", "encryption-key-id": b"a"}, data=data)])


async def test_what_the_server_wrote_itself_is_passed_on() -> None:
    written = Payload(metadata={"encoding": b"json/plain"}, data=b'"ACTIVITY_ID_NOT_STARTED"')
    assert await EncryptionCodec({"a": OLD}).decode([written]) == [written]


def test_a_ring_is_read_from_its_setting() -> None:
    text = f"new:{base64.b64encode(NEW).decode()}, old:{base64.b64encode(OLD).decode()}"
    assert keys_from_text(text) == {"new": NEW, "old": OLD}


@pytest.mark.parametrize("keys", [{}, {"a": b"short"}])
def test_a_ring_without_a_good_key_is_refused(keys: dict[str, bytes]) -> None:
    with pytest.raises(ConfigurationInvalid):
        EncryptionCodec(keys)


def test_a_key_that_does_not_parse_is_not_repeated() -> None:
    with pytest.raises(ConfigurationInvalid) as raised:
        keys_from_text("a:not!base64")
    assert "not!" not in str(raised.value)
