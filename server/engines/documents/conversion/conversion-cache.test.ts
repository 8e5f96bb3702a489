import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import type { PageCache } from '../rendering/page-cache.ts';
import { createConversionCache } from './conversion-cache.ts';
import type { DocumentConverter } from './document-converter.ts';

const BLOB: StoredBlob = { key: 'made', size: 1, sha256: '', wrappedKey: Buffer.alloc(0) };
const bytes = async () => Readable.from([Buffer.from('a document')]);

/** A machine whose programs wait to be let go on. */
function openMachine() {
  const gate = Promise.withResolvers<void>();
  const kept = new Map<string, StoredBlob>();
  const converter: DocumentConverter = {
    targetFormatOf: async (type) => (type === 'heic' ? 'upright-jpeg' : 'pdf'),
    async convert() {
      await gate.promise;
      return { bytes, remove: async () => undefined };
    },
  };
  const cache = {
    findBlob: (name: string) => kept.get(name),
    async store(name: string) {
      kept.set(name, BLOB);
      return BLOB;
    },
  } as Partial<PageCache> as PageCache; // it is asked for no more than this
  return { gate, documents: createConversionCache(converter, cache, 20) };
}

test('a slow PDF conversion is not awaited and is available to later requests', async () => {
  const { gate, documents } = openMachine();
  const letter = { key: 'a', owner: 'ann', type: 'docx', bytes };
  expect(await documents.convert(letter)).toEqual({ form: 'pdf', blob: undefined });
  gate.resolve();
  await expect.poll(() => documents.convert(letter)).toEqual({ form: 'pdf', blob: BLOB });
});

test('the conversion of an image is awaited, because there is nothing else to show', async () => {
  const { gate, documents } = openMachine();
  const conversion = documents.convert({ key: 'b', owner: 'ann', type: 'heic', bytes });
  setTimeout(gate.resolve, 60);
  expect(await conversion).toEqual({ form: 'upright-jpeg', blob: BLOB });
});
