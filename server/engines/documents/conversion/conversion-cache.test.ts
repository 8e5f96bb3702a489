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

test('a PDF that is long in coming is not waited for, and is there for who comes later', async () => {
  const { gate, documents } = openMachine();
  const letter = { key: 'a', type: 'docx', bytes };
  expect(await documents.convert(letter)).toEqual({ form: 'pdf', blob: undefined });
  gate.resolve();
  await expect.poll(() => documents.convert(letter)).toEqual({ form: 'pdf', blob: BLOB });
});

test('a picture is waited for, since there is nothing else to show', async () => {
  const { gate, documents } = openMachine();
  const picture = documents.convert({ key: 'b', type: 'heic', bytes });
  setTimeout(gate.resolve, 60);
  expect(await picture).toEqual({ form: 'upright-jpeg', blob: BLOB });
});
