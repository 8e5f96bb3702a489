// Finds the documents of an archive that contain all words of a question, the last one also as the beginning of a word.
import { load } from './shards.mjs';
import { splitWords } from './words.mjs';

const MAX_WORDS = 12;
const MAX_QUOTES = 3;
const QUOTE_LENGTH = 240;
/** Words that begin with a short text are too many to read. */
const MIN_PREFIX_LENGTH = 3;
const MAX_PREFIX_SHARDS = 20;

/** Reads the documents of a word: differences between their numbers times four, plus how often it occurs, from 0 to 3. */
function* readPostings(text) {
  let number = 0;
  for (const part of text.split(' ')) {
    const value = Number.parseInt(part, 36);
    number += Math.floor(value / 4);
    yield [number, 1 + (value % 4)];
  }
}

/** Finds the documents that contain a word, with a weight for each. */
async function findWord({ words: firsts }, word, isPrefix) {
  const weights = new Map();
  const first = Math.max(
    0,
    firsts.findLastIndex((begin) => begin <= word),
  );
  for (let shard = first; shard < firsts.length && shard < first + MAX_PREFIX_SHARDS; shard += 1) {
    if (shard > first && !(isPrefix && firsts[shard].startsWith(word))) break;
    for (const [candidate, postings] of await load('words', shard)) {
      if (candidate !== word && !(isPrefix && candidate.startsWith(word))) continue;
      for (const [document, weight] of readPostings(postings))
        weights.set(document, Math.max(weights.get(document) ?? 0, candidate === word ? weight : weight / 2));
    }
  }
  return weights;
}

/** Returns the words of a question and the numbers of the documents that contain all of them, best first. */
export async function findDocuments(start, question) {
  const words = [...new Set([...splitWords(question)].map(({ word }) => word))].slice(0, MAX_WORDS);
  if (words.length === 0 || start.words.length === 0) return { words, found: [] };
  const sums = new Map();
  for (const [place, word] of words.entries()) {
    const isPrefix = place === words.length - 1 && word.length >= MIN_PREFIX_LENGTH;
    const weights = await findWord(start, word, isPrefix);
    const rarity = Math.log(1 + start.documents / (1 + weights.size));
    for (const [document, weight] of weights)
      if (place === 0 || sums.has(document))
        sums.set(document, (sums.get(document) ?? 0) + (1 + Math.log(weight)) * rarity);
    if (place > 0) for (const document of [...sums.keys()]) if (!weights.has(document)) sums.delete(document);
  }
  const found = [...sums].sort(([a, weightA], [b, weightB]) => weightB - weightA || a - b);
  return { words, found: found.map(([document]) => document) };
}

/** Quotes the parts of a file that contain most of the words. */
export async function quote(file, id, words) {
  if (!file.texts) return [];
  const best = [];
  for (let shard = file.texts[0]; shard <= file.texts[1]; shard += 1)
    for (const [of, parts] of await load('texts', shard)) {
      if (of !== id) continue;
      for (const [place, text] of parts) {
        const hits = [...splitWords(text)].filter(({ word }) =>
          words.some((wanted) => word.startsWith(wanted)),
        );
        if (hits.length === 0) continue;
        const different = new Set(hits.map(({ word }) => words.find((wanted) => word.startsWith(wanted))));
        best.push({ place, text: cut(text, hits[0].start), score: different.size });
      }
    }
  return best.sort((a, b) => b.score - a.score).slice(0, MAX_QUOTES);
}

/** Cuts a text around a place. */
function cut(text, at) {
  if (text.length <= QUOTE_LENGTH) return text;
  const start = Math.max(0, at - QUOTE_LENGTH / 3);
  const end = start + QUOTE_LENGTH;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
