"""Training of llm/reader.npz, llm/pair_reader.npz and llm/asked_reader.npz, from bge-small-en-v1.5.

The reader tells which statement answers a question, each read by itself; the pair reader what a
later statement does to an earlier one, and the asked reader whether a statement is what was asked
for, both read at once. Needs PyTorch and onnx, as the application does not: `pip install torch
onnx`, then `python -m bench.reader.train 1`, `train_pairs` and `train_asked`. Each begins with the
weights in use. `python -m bench.reader.graph` writes the graph that runs them.
"""
