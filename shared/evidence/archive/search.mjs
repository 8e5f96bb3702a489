// Finds the documents of an archive that contain all words of a question, the last one also as the beginning of a word.
import { load } from './shards.mjs';
import { splitWords } from './words.mjs';

const MAX_WORDS = 12;
const MAX_QUOTES = 3;
const QUOTE_LENGTH = 240;
/** Words that begin with a short text are too many to read. */
const MIN_PREFIX_LENGTH = 3;
const MAX_PREFIX_SHARDS = 20;

/**
 * Calls `see` with each document of a word: differences between their numbers times four, plus how often it occurs, from 0 to 3.
 */
function readPostings(text, see) {
  let number = 0;
  for (const part of text.split(' ')) {
    const value = Number.parseInt(part, 36);
    number += value >> 2;
    see(number, 1 + (value & 3));
  }
}

/** Lists the parts of the index that can contain a word, or words that begin with it. */
function listShards(firsts, word, isPrefix) {
  const first = Math.max(
    0,
    firsts.findLastIndex((begin) => begin <= word),
  );
  const shards = [first];
  for (let shard = first + 1; shard < firsts.length && shards.length < MAX_PREFIX_SHARDS; shard += 1) {
    if (!isPrefix || !firsts[shard].startsWith(word)) break;
    shards.push(shard);
  }
  return shards;
}

/** Finds the postings of a word, and of those that begin with it, without reading them; `share` is what a hit counts. */
async function findWord({ words: firsts, documents }, word, isPrefix) {
  const shards = await Promise.all(listShards(firsts, word, isPrefix).map((shard) => load('words', shard)));
  const lists = shards.flatMap((shard) =>
    shard.flatMap(([candidate, postings]) =>
      candidate === word || (isPrefix && candidate.startsWith(word))
        ? [{ postings, share: candidate === word ? 1 : 0.5 }]
        : [],
    ),
  );
  const count = lists.reduce((sum, { postings }) => sum + postings.split(' ').length, 0);
  return { lists, count, rarity: Math.log(1 + documents / (1 + Math.min(count, documents))) };
}

/** Weighs the documents that contain a word, among those given. */
function weigh({ lists }, among) {
  const weights = new Map();
  for (const { postings, share } of lists)
    readPostings(postings, (document, weight) => {
      if (among && !among.has(document)) return;
      weights.set(document, Math.max(weights.get(document) ?? 0, weight * share));
    });
  return weights;
}

/** Returns the words of a question and the numbers of the documents that contain all of them, best first. */
export async function findDocuments(start, question) {
  const words = [...new Set([...splitWords(question)].map(({ word }) => word))].slice(0, MAX_WORDS);
  if (words.length === 0 || start.words.length === 0) return { words, found: [] };
  const isPrefix = (place) => place === words.length - 1 && words[place].length >= MIN_PREFIX_LENGTH;
  // All parts are loaded at once: reading them from a disk takes longer than anything else.
  const known = await Promise.all(words.map((word, place) => findWord(start, word, isPrefix(place))));
  let sums;
  // The rarest word leaves few documents for those that nearly every document contains.
  for (const word of known.sort((a, b) => a.count - b.count)) {
    const next = new Map();
    for (const [document, weight] of weigh(word, sums))
      next.set(document, (sums?.get(document) ?? 0) + (1 + Math.log(weight)) * word.rarity);
    sums = next;
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
