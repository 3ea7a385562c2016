"""Small figures: percentiles and a line a measure."""

from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank); 0 for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def line(name: str, seconds: Sequence[float]) -> str:
    """Median, p95 and p99 in milliseconds."""
    figures = ", ".join(f"{label} {1000 * percentile(seconds, share):.1f}" for label, share in LABELS)
    return f"{name}: {figures} ms over {len(seconds)}"


LABELS = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
