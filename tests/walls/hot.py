"""The hot statements, each as it is put together and with the indexes it must go by."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from memories.sql import sql


@dataclass(frozen=True)
class Hot:
    """A file of memories/sql with the files of its parts."""

    name: str
    indexes: AbstractSet[str]
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def statement(self) -> str:
        return sql(self.name, **self.parts)


_NEAR = {"best": "recall/best_windows"}
_BOTH = {"picked": "recall/found_both_ways", **_NEAR}
_ROWS = {
    "memories_searchitem_pkey",
    "memories_memory_pkey",
    "memories_chunk_pkey",
    "memories_source_pkey",
}
_WINDOWS = "memories_window_covering"

HOT = (
    Hot("keeping/before", {"source_external_id", "source_thread"}),
    Hot("keeping/current", {"memories_memory_pkey", "memories_searchitem_pkey"}),
    Hot(
        "keeping/everybody",
        {"entity_list", "memories_mention_entity_id_06afa21f"},
        {"whom": "keeping/anybody"},
    ),
    Hot(
        "keeping/everybody",
        {
            "entity_list",
            "memories_entity_merged_into_id_1cc98c31",
            "memories_mention_entity_id_06afa21f",
            "mention_telling",
        },
        {"whom": "keeping/meant"},
    ),
    Hot("keeping/forgotten", {"forgotten_list"}),
    Hot("recall/about", {"chunk_position", "memories_searchitem_chunk_id_key", _WINDOWS}),
    Hot("recall/candidates", {*_ROWS, _WINDOWS}, {"near": "search/nearest_by_bits", **_BOTH}),
    Hot("recall/candidates", {*_ROWS, _WINDOWS}, {"near": "search/nearest_exactly", **_BOTH}),
    Hot(
        "recall/candidates",
        {*_ROWS, "chunk_position", "memories_searchitem_chunk_id_key", _WINDOWS, "source_thread"},
        {"picked": "recall/beside", **_NEAR},
    ),
    Hot(
        "recall/candidates",
        {*_ROWS},
        {"best": "recall/no_windows", "picked": "recall/found_by_words"},
    ),
    Hot(
        "recall/evidence",
        {
            "chunk_position",
            "memories_chunk_pkey",
            "memories_evidence_chunk_id_e5001e54",
            "evidence_once",
            "memories_memory_pkey",
            "memories_source_pkey",
            "source_thread",
        },
    ),
    Hot("recall/speakers", {"source_speaker"}),
    Hot(
        "recall/speaking_of",
        {
            "entity_list",
            "memories_mention_entity_id_06afa21f",
            "memories_searchitem_chunk_id_key",
            "memories_searchitem_memory_id_key",
        },
    ),
    Hot(
        "recall/versions",
        {"memories_change_memory_id_20339903", "memories_memory_supersedes_id_37f65940"},
    ),
    Hot("search/add", set()),
    Hot("search/items", {"memories_searchitem_pkey"}),
    Hot("search/nearest_by_bits", {_WINDOWS}),
    Hot("search/nearest_exactly", {_WINDOWS}),
    Hot("search/space_in_use", set()),
    Hot("search/words", {"memories_posting_pkey", "memories_searchitem_pkey"}),
)
