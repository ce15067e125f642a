"""Training of llm/reader.npz and llm/pair_reader.npz, both from bge-small-en-v1.5.

The reader tells which statement answers a question, the pair reader what a later statement does to
an earlier one. Needs PyTorch and onnx, as the application does not: `pip install torch onnx`, then
`python -m bench.reader.train 1` and `python -m bench.reader.train_pairs`. Each begins with the
weights in use. `python -m bench.reader.graph` writes the graph that runs both.
"""
