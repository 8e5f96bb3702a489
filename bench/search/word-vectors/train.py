"""Distils a static model from the teacher: one vector for each word piece, so that the sum of those of a text is close to
the teacher's embedding of it. Usage: train.py TEACHER CORPUS STOP_WORDS OUTPUT (README.md).

The output is what server/engines/search/meaning/word-vectors.ts reads: three unsigned 32-bit numbers (pieces, dimensions,
bytes of text), the pieces as UTF-8 lines, a 32-bit float scale for each, a row of 8-bit numbers for each; little-endian."""

import random
import re
import sys
from pathlib import Path

import numpy as np
import torch
from teacher import DEVICE, Teacher
from torch.nn import functional

DIMENSIONS, EPOCHS, BATCH, RATE = 256, 8, 2048, 2e-3
MAX_PIECES, HELD_OUT = 160, 4000
START, UNKNOWN, END = 101, 100, 102


def principal_axes(vectors):
    _, axes = torch.linalg.eigh(vectors.T @ vectors)
    return axes[:, -DIMENSIONS:].flip(1)


def pad(lists, filler):
    width = min(MAX_PIECES, max(map(len, lists)))
    padded = torch.full((len(lists), width), filler, dtype=torch.long)
    for row, pieces in enumerate(lists):
        padded[row, : min(len(pieces), width)] = torch.tensor(pieces[:width])
    return padded.to(DEVICE)


def main(teacher_folder, corpus, stop_words, output):
    random.seed(0)
    teacher = Teacher(Path(teacher_folder))
    vocabulary = teacher.vocabulary
    lines = Path(corpus).read_text(encoding="utf8").split("\n")
    asked = [[each for each in line.split("\t") if 4 <= len(each.split()) <= 40] for line in lines]
    # Each passage with one of its sentences, which is as long as a question.
    pairs = [(line.replace("\t", " "), random.choice(each)) for line, each in zip(lines, asked) if each]
    tokens = teacher.tokenize([text for pair in pairs for text in pair])
    targets = teacher.encode(tokens)
    single = teacher.encode([[START, piece, END] for piece in range(len(vocabulary))])
    middle = targets.mean(0)
    axes = principal_axes(targets - middle)
    targets = functional.normalize((targets - middle) @ axes, dim=1)

    # The search leaves stop words out of questions and passages.
    stop = set(Path(stop_words).read_text(encoding="utf8").split())
    kept = [bool(re.fullmatch(r"(##)?[a-z0-9]+", piece)) and piece not in stop for piece in vocabulary]
    bags = [[piece for piece in each if kept[piece]] or [UNKNOWN] for each in tokens]
    holders = np.bincount(np.concatenate([np.unique(bag) for bag in bags]), minlength=len(vocabulary))
    rarity = torch.tensor(np.log(1 + len(bags) / (holders + 5.0)), dtype=torch.float32, device=DEVICE)
    initial = functional.normalize((single - single.mean(0)) @ axes, dim=1) * (rarity / rarity.max())[:, None]

    filler = len(vocabulary)
    table = torch.nn.Parameter(torch.cat([initial, torch.zeros(1, DIMENSIONS, device=DEVICE)]))
    optimizer = torch.optim.Adam([table], lr=RATE)
    order = list(range(HELD_OUT, len(pairs)))
    steps, step = EPOCHS * (len(order) // BATCH), 0
    for epoch in range(EPOCHS):
        random.shuffle(order)
        for at in range(0, len(order) - BATCH, BATCH):
            batch = [2 * pair + part for pair in order[at : at + BATCH] for part in (0, 1)]
            sums = table[pad([bags[each] for each in batch], filler)].sum(1)
            loss = 1 - (functional.normalize(sums, dim=1) * targets[batch]).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            table.grad[filler] = 0
            optimizer.param_groups[0]["lr"] = RATE * (1 - step / steps)
            optimizer.step()
            step += 1
        with torch.no_grad():
            sums = table[pad(bags[: 2 * HELD_OUT], filler)].sum(1)
            similarity = (functional.normalize(sums, dim=1) * targets[: 2 * HELD_OUT]).sum(1).mean()
        print(epoch, "similarity to the teacher, held out:", similarity.item(), flush=True)

    rows = table.detach()[:filler][torch.tensor(kept, device=DEVICE)]
    scales = rows.abs().amax(1, keepdim=True) / 127 + 1e-9
    text = "\n".join(piece for piece, is_kept in zip(vocabulary, kept) if is_kept).encode()
    with open(output, "wb") as file:
        file.write(np.array([len(rows), DIMENSIONS, len(text)], "<u4").tobytes())
        file.write(text)
        file.write(scales.cpu().numpy().astype("<f4").tobytes())
        file.write((rows / scales).round().to(torch.int8).cpu().numpy().tobytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
