"""From what an extractor proposes to what is stored: ids, authority and times are ours to set, never the extractor's."""

from memory.language.authority import authority_of
from memory.language.extracted import Extraction
from memory.language.validate import validate
from memory.model.assertion import Assertion, Draft, RelationDraft
from memory.model.chunk import Chunk, Rejection
from memory.model.ids import derived_id
from memory.ports.compiling import ChunkStatements, RelationRow


def statements_of(chunk: Chunk, extraction: Extraction, extractor: str, version: str) -> ChunkStatements:
    """All that one extraction found in one chunk, validated; ids derive from the chunk, so that a second run is the same."""
    valid = validate(chunk.text, extraction)
    assertions = tuple(
        _assertion(chunk, ordinal, draft, extractor, version) for ordinal, draft in enumerate(valid.drafts)
    )
    relations = tuple(_relation(chunk, assertions, relation) for relation in valid.relations)
    rejections = tuple(Rejection(chunk.chunk_id, item.reason, item.start, item.end) for item in valid.rejections)
    return ChunkStatements(chunk.chunk_id, extractor, version, assertions, relations, rejections)


def _assertion(chunk: Chunk, ordinal: int, draft: Draft, extractor: str, version: str) -> Assertion:
    event = draft.event_time
    return Assertion(
        assertion_id=derived_id("assertion", [chunk.chunk_id, extractor, version, ordinal]),
        chunk_id=chunk.chunk_id,
        source_id=chunk.source.source_id,
        ordinal=ordinal,
        subject=draft.subject,
        predicate=draft.predicate,
        value=draft.value,
        object=draft.object,
        polarity=draft.polarity,
        modality=draft.modality,
        kind=draft.kind,
        change=draft.change,
        application=draft.application,
        start=draft.start,
        end=draft.end,
        event_start=event.start if event else None,
        event_end=event.end if event else None,
        event_bound=event.bound.value if event else "",
        event_grain=event.grain.value if event else "",
        event_certainty=event.certainty if event else 0.0,
        event_raw=event.raw if event else "",
        confidence=draft.confidence,
        authority=authority_of(chunk.source.kind, chunk.role),
        said_at=chunk.said_at,
        recorded_at=chunk.recorded_at,
        extractor=extractor,
        extractor_version=version,
        topic=draft.topic,
    )


def _relation(chunk: Chunk, assertions: tuple[Assertion, ...], draft: RelationDraft) -> RelationRow:
    source, target = assertions[draft.from_index], assertions[draft.to_index]
    return RelationRow(
        relation_id=derived_id("relation", [draft.kind, source.assertion_id, target.assertion_id]),
        kind=draft.kind,
        from_assertion=source.assertion_id,
        to_assertion=target.assertion_id,
        chunk_id=chunk.chunk_id,
        start=draft.start,
        end=draft.end,
        confidence=draft.confidence,
    )
