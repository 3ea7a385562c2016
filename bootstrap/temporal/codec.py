"""Payload encryption: AES-256-GCM under a ring of keys. The second wall; the first is that only ids cross at all."""

import base64
import binascii
import os
from collections.abc import Mapping, Sequence
from typing import ClassVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from google.protobuf.message import DecodeError
from temporalio.api.common.v1 import Payload
from temporalio.converter import PayloadCodec

from memory.model.errors import ConfigurationInvalid, MemcError

ENCODING = b"binary/encrypted"
KEY_ID = "encryption-key-id"
KEY_BYTES = 32
NONCE_BYTES = 12
_PURPOSE = b"memc temporal payload 1\x00"


class CodecKeyUnknown(MemcError):
    """A payload was encrypted under a key that the ring does not hold."""

    code: ClassVar[str] = "codec_key_unknown"


class PayloadInvalid(MemcError):
    """A payload was changed on its way."""

    code: ClassVar[str] = "payload_invalid"


class EncryptionCodec(PayloadCodec):
    """Encrypts with the first key of the ring and decrypts with any.

    To rotate, put the new key first; drop the old one when no history holds its id any more (namespace retention).
    Each payload is bound to its key's id. One in the clear is passed on as it is: the server writes some itself, such as
    the reason of a cancelled activity, and a workflow that cannot read one never ends.
    """

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """Takes 32-byte keys by id, the one that encrypts first; raises `ConfigurationInvalid`."""
        if not keys or any(len(key) != KEY_BYTES for key in keys.values()):
            raise ConfigurationInvalid("The key ring needs at least one key, each of 32 bytes.")
        self._ciphers = {key_id: AESGCM(key) for key_id, key in keys.items()}
        self._current = next(iter(keys))

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Encrypts each payload with its metadata."""
        return [self._encrypt(payload) for payload in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Decrypts each payload; raises `CodecKeyUnknown`, `PayloadInvalid`."""
        return [self._decrypt(payload) for payload in payloads]

    def _encrypt(self, payload: Payload) -> Payload:
        nonce = os.urandom(NONCE_BYTES)
        cipher = self._ciphers[self._current]
        sealed = nonce + cipher.encrypt(nonce, payload.SerializeToString(), _bound_to(self._current))
        return Payload(metadata={"encoding": ENCODING, KEY_ID: self._current.encode()}, data=sealed)

    def _decrypt(self, payload: Payload) -> Payload:
        if payload.metadata.get("encoding") != ENCODING:
            return payload
        key_id = payload.metadata.get(KEY_ID, b"").decode(errors="replace")
        cipher = self._ciphers.get(key_id)
        if cipher is None:
            raise CodecKeyUnknown("A payload names a key that MEMC_CODEC_KEYS does not hold.")
        try:
            clear = cipher.decrypt(payload.data[:NONCE_BYTES], payload.data[NONCE_BYTES:], _bound_to(key_id))
            return Payload.FromString(clear)
        except (InvalidTag, ValueError, DecodeError):
            raise PayloadInvalid("A payload was changed on its way.") from None


def keys_from_text(text: str) -> dict[str, bytes]:
    """Reads `id:base64,id:base64`, as in MEMC_CODEC_KEYS; raises `ConfigurationInvalid` without repeating a key."""
    keys: dict[str, bytes] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key_id, _, encoded = part.partition(":")
        try:
            keys[key_id] = base64.b64decode(encoded, validate=True)
        except binascii.Error:
            raise ConfigurationInvalid("MEMC_CODEC_KEYS holds a key that is not base64.") from None
    return keys


def _bound_to(key_id: str) -> bytes:
    return _PURPOSE + key_id.encode()
