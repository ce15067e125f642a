"""Write the graph by which onnxruntime runs a model whose package has whole numbers: its weights
left out, since llm/weights.py gives them.

`python -m bench.reader.graph` writes llm/reader.onnx.
"""

from onnx import TensorProto, helper, save

from bench.reader.network import EMBEDDINGS, HEADS, SHUT_OUT, WIDTH
from bench.reader.package import BGE, Package, Stored
from llm.reader import CHANGES
from llm.small_bert import GRAPH

OPSET, IR = 20, 9
EPSILON = 1e-12
_KINDS = {"float32": TensorProto.FLOAT, "uint8": TensorProto.UINT8, "int8": TensorProto.INT8}


class Graph:
    """Nodes as they are added, one after the other."""

    def __init__(self, stored: dict[str, Stored]) -> None:
        self.stored = stored
        self.nodes: list[object] = []
        self.constants: list[object] = []

    def add(self, kind: str, *inputs: str, **attributes: object) -> str:
        """Add a node, and say under which name others find what it makes."""
        made = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [made], **attributes))
        return made

    def constant(self, kind: int, *values: float, scalar: bool = False) -> str:
        name = f"constant_{len(self.constants)}"
        shape = [] if scalar else [len(values)]
        self.constants.append(helper.make_tensor(name, kind, shape, values))
        return name

    def embedding(self, name: str, at: str) -> str:
        each = self.stored[name]
        kind = _KINDS[str(each.stored.dtype)]
        scale = self.constant(TensorProto.FLOAT, each.scale, scalar=True)
        zero = self.constant(kind, each.zero, scalar=True)
        return self.add("DequantizeLinear", self.add("Gather", name, at), scale, zero)

    def linear(self, x: str, name: str) -> str:
        return self.add("Add", self.add("MatMul", x, f"{name}.weight"), f"{name}.bias")

    def normed(self, x: str, name: str) -> str:
        weights = f"{name}.weight", f"{name}.bias"
        return self.add("LayerNormalization", x, *weights, axis=-1, epsilon=EPSILON)

    def layer(self, x: str, name: str, shut_out: str) -> str:
        apart = self.constant(TensorProto.INT64, 0, 0, HEADS, WIDTH // HEADS)
        together = self.constant(TensorProto.INT64, 0, 0, WIDTH)
        asks, keys, values = (
            self.add(
                "Transpose",
                self.add("Reshape", self.linear(x, f"{name}.{which}"), apart),
                perm=[0, 2, 3, 1] if which == "key" else [0, 2, 1, 3],
            )
            for which in ("query", "key", "value")
        )
        length = self.constant(TensorProto.FLOAT, (WIDTH // HEADS) ** 0.5, scalar=True)
        met = self.add("Div", self.add("MatMul", asks, keys), length)
        shares = self.add("Softmax", self.add("Add", met, shut_out), axis=-1)
        seen = self.add("Transpose", self.add("MatMul", shares, values), perm=[0, 2, 1, 3])
        attended = self.linear(self.add("Reshape", seen, together), f"{name}.attended")
        x = self.normed(self.add("Add", x, attended), f"{name}.attended_norm")
        inner = self.add("Gelu", self.linear(x, f"{name}.inner"))
        return self.normed(
            self.add("Add", x, self.linear(inner, f"{name}.outer")), f"{name}.outer_norm"
        )


def write(package: Package, to: str) -> None:
    graph = Graph(package.stored())
    add, constant = graph.add, graph.constant
    width = add("Gather", add("Shape", "input_ids"), constant(TensorProto.INT64, 1, scalar=True))
    nothing, one = (constant(TensorProto.INT64, number, scalar=True) for number in (0, 1))
    places = add("Range", nothing, width, one)
    embedded = add(
        "Add",
        add("Add", graph.embedding("word", "input_ids"), graph.embedding("position", places)),
        graph.embedding("token_type", "token_type_ids"),
    )
    padding = add(
        "Sub",
        constant(TensorProto.FLOAT, 1.0, scalar=True),
        add("Cast", "attention_mask", to=TensorProto.FLOAT),
    )
    shut_out = add(
        "Unsqueeze",
        add("Mul", padding, constant(TensorProto.FLOAT, SHUT_OUT, scalar=True)),
        constant(TensorProto.INT64, 1, 2),
    )
    x = graph.normed(embedded, "first_norm")
    for layer in range(package.layers):
        x = graph.layer(x, f"layer.{layer}", shut_out)
    whole = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    made = helper.make_tensor_value_info(x, TensorProto.FLOAT, ["texts", "tokens", WIDTH])
    weights = [_left_out(name, each) for name, each in graph.stored.items()]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "reader", whole, [made], [*graph.constants, *weights]),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR,
    )
    save(model, to)


def _left_out(name: str, each: Stored) -> TensorProto:
    """A weight that llm/weights.py gives: the file it is said to lie in only has to be there."""
    kind = _KINDS[str(each.stored.dtype)] if name in EMBEDDINGS else TensorProto.FLOAT
    tensor = TensorProto(
        name=name,
        data_type=kind,
        dims=each.stored.shape,
        data_location=TensorProto.EXTERNAL,
    )
    tensor.external_data.add(key="location", value=CHANGES.name)
    return tensor


if __name__ == "__main__":
    write(BGE, str(GRAPH))
