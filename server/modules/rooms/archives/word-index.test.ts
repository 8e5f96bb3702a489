import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitWords } from '#shared/evidence/archive/words.mjs';
import { createWordIndex } from './word-index.ts';

/** A store in memory. */
function createStore() {
  const stored = new Map<string, Buffer>();
  return {
    stored,
    async put(bytes: Readable) {
      const key = String(stored.size);
      const content = await buffer(bytes);
      stored.set(key, content);
      return { key, size: content.length, sha256: '', wrappedKey: Buffer.alloc(0) };
    },
    open: async ({ key }: { key: string }) => Readable.from([stored.get(key) ?? Buffer.alloc(0)]),
    remove: async (key: string) => void stored.delete(key),
  };
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '你', '𝄞'), minLength: 1, maxLength: 4 });
const documents = fc.array(fc.dictionary(word, fc.integer({ min: 1, max: 20 }), { maxKeys: 8 }), {
  maxLength: 12,
});

test('an index that did not fit into memory is that of one that did', async () => {
  await fc.assert(
    fc.asyncProperty(documents, fc.integer({ min: 1, max: 10 }), async (contents, maxHeld) => {
      const read = async (max: number) => {
        const store = createStore();
        const index = createWordIndex(store, max);
        for (const [number, words] of contents.entries())
          await index.add(number, new Map(Object.entries(words)));
        const entries = await Array.fromAsync(index.finish());
        await index.discard();
        expect(store.stored.size).toBe(0);
        return entries;
      };
      const whole = await read(1_000_000);
      expect(await read(maxHeld)).toEqual(whole);
      const names = whole.map(([name]) => name);
      expect(names).toEqual([...new Set(contents.flatMap((words) => Object.keys(words)))].sort());
    }),
    { numRuns: 60 },
  );
});

test('words are found without their case and accents, and characters of Chinese one by one', () => {
  const words = [...splitWords('Zürich ÉLAN, 你好 no. 2')].map(({ word }) => word);
  expect(words).toEqual(['zurich', 'elan', '你', '好', 'no', '2']);
});
