import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';

/** The entries of words, by the beginnings of the words. */
type Words = Map<string, Map<string, number[]>>;

type TemporaryStore = Context['documents']['temporaryStore'];

/** A word with its documents: the number of each, and how often the word occurs in it, from 0 to 3. */
interface Postings {
  readonly word: string;
  readonly entries: readonly number[];
}

/** Collects the words of documents, with bounded memory: what exceeds it waits, sorted, in the temporary store. */
export interface WordIndex {
  /** Documents are added in the order of their numbers. */
  add(document: number, counts: ReadonlyMap<string, number>): Promise<void>;
  /** Returns each word, in the order of code units, with its documents in the form of the index. Once. */
  finish(): AsyncGenerator<[word: string, postings: string]>;
  discard(): Promise<void>;
}

/** About 64 MB. */
const MAX_HELD_ENTRIES = 3_000_000;
const MAX_RUN_BYTES = 4 * 1024 ** 3;
const SIGN_BASE = 36;
const LEVELS = 4;

const levelOf = (count: number): number => (count === 1 ? 0 : count < 4 ? 1 : count < 10 ? 2 : 3);
const byWord = ([a]: [string, number[]], [b]: [string, number[]]) => (a < b ? -1 : 1);
/** Words with the same beginning are sorted together, and few enough for one step of the event loop. */
const BEGINNING = 2;

export function createWordIndex(store: TemporaryStore, maxHeldEntries = MAX_HELD_ENTRIES): WordIndex {
  const runs: StoredBlob[] = [];
  let held: Words = new Map();
  let heldEntries = 0;

  async function flush(): Promise<void> {
    const words = held;
    held = new Map();
    heldEntries = 0;
    runs.push(await store.put(Readable.from(writeRun(words)), { maxBytes: MAX_RUN_BYTES }));
  }
  return {
    async add(document, counts) {
      for (const [word, count] of counts) {
        const entry = document * LEVELS + levelOf(count);
        const beginning = word.slice(0, BEGINNING);
        const words = held.get(beginning) ?? new Map<string, number[]>();
        held.set(beginning, words);
        const entries = words.get(word);
        if (entries) entries.push(entry);
        else words.set(word, [entry]);
      }
      heldEntries += counts.size;
      if (heldEntries >= maxHeldEntries) await flush();
    },
    async *finish() {
      const sources = [...runs.map((run) => readRun(store, run)), sortWords(held)];
      for await (const { word, entries } of merge(sources)) yield [word, encode(entries)];
    },
    discard: async () => void (await Promise.all(runs.map(({ key }) => store.remove(key)))),
  };
}

async function* writeRun(words: Words): AsyncGenerator<string> {
  for await (const { word, entries } of sortWords(words))
    yield `${word} ${entries.map((entry) => entry.toString(SIGN_BASE)).join(' ')}\n`;
}

async function* readRun(store: TemporaryStore, run: StoredBlob): AsyncGenerator<Postings> {
  let rest = '';
  for await (const piece of (await store.open(run)).setEncoding('utf8')) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word = '', ...entries] = line.split(' ');
      yield { word, entries: entries.map((entry) => Number.parseInt(entry, SIGN_BASE)) };
    }
  }
}

async function* sortWords(words: Words): AsyncGenerator<Postings> {
  const yieldIfDue = createEventLoopYield();
  for (const beginning of [...words.keys()].sort()) {
    for (const [word, entries] of [...(words.get(beginning) ?? [])].sort(byWord)) yield { word, entries };
    await yieldIfDue();
  }
}

/** Merges sorted sources; of one word, those of earlier sources come first. */
async function* merge(sources: readonly AsyncGenerator<Postings>[]): AsyncGenerator<Postings> {
  const yieldIfDue = createEventLoopYield();
  const heads = await Promise.all(sources.map((source) => source.next()));
  for (;;) {
    let least: string | undefined;
    for (const head of heads)
      if (!head.done && (least === undefined || head.value.word < least)) least = head.value.word;
    if (least === undefined) return;
    const entries: number[] = [];
    for (const [place, head] of heads.entries()) {
      if (head.done || head.value.word !== least) continue;
      for (const entry of head.value.entries) entries.push(entry);
      const source = sources[place];
      if (source) heads[place] = await source.next();
    }
    yield { word: least, entries };
    await yieldIfDue();
  }
}

/** Writes the difference to the document before instead of each number. */
function encode(entries: readonly number[]): string {
  let before = 0;
  return entries
    .map((entry) => {
      const document = Math.floor(entry / LEVELS);
      const value = (document - before) * LEVELS + (entry % LEVELS);
      before = document;
      return value.toString(SIGN_BASE);
    })
    .join(' ');
}
