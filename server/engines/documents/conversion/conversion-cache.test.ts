import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { createConversionCache } from './conversion-cache.ts';
import type { DocumentConverter } from './document-converter.ts';

const BLOB: StoredBlob = { key: 'made', size: 1, sha256: '', wrappedKey: Buffer.alloc(0) };
const bytes = async () => Readable.from([Buffer.from('a document')]);

/** A machine whose programs wait to be let go on, and may fail. */
function openMachine({ retryAfterMs = 60_000 } = {}) {
  const gate = Promise.withResolvers<void>();
  const machine = { isBroken: false, conversions: 0 };
  const kept = new Map<string, StoredBlob>();
  const converter: DocumentConverter = {
    targetFormatOf: async (type) => (type === 'heic' ? 'upright-jpeg' : 'pdf'),
    async convert() {
      await gate.promise;
      machine.conversions += 1;
      return machine.isBroken ? undefined : { bytes, remove: async () => undefined };
    },
  };
  const cache = {
    findStored: async (name: string) => kept.get(name),
    async store(name: string) {
      kept.set(name, BLOB);
      return BLOB;
    },
  };
  const documents = createConversionCache(converter, cache, { maxWaitMs: 20, retryAfterMs });
  const convert = (type: string, isPatient = false) =>
    documents.convert({ key: 'a', owner: 'ann', type, bytes }, { isPatient });
  return { gate, machine, kept, convert };
}

test('a slow PDF conversion is not awaited and is available to later requests', async () => {
  const { gate, convert } = openMachine();
  expect(await convert('docx')).toBeUndefined();
  gate.resolve();
  await expect.poll(() => convert('docx')).toEqual(BLOB);
});

test('a patient request awaits a slow PDF conversion', async () => {
  const { gate, convert } = openMachine();
  const conversion = convert('docx', true);
  setTimeout(gate.resolve, 60);
  expect(await conversion).toEqual(BLOB);
});

test('the conversion of an image is awaited, because there is nothing else to show', async () => {
  const { gate, convert } = openMachine();
  const conversion = convert('heic');
  setTimeout(gate.resolve, 60);
  expect(await conversion).toEqual(BLOB);
});

test('a document that failed is not converted again for some minutes, and then is', async () => {
  const { gate, machine, convert } = openMachine({ retryAfterMs: 5_000 });
  gate.resolve();
  machine.isBroken = true;
  expect(await convert('docx', true)).toBeUndefined();
  machine.isBroken = false;
  expect(await convert('docx', true)).toBeUndefined();
  expect(machine.conversions).toBe(1);
  await expect.poll(() => convert('docx', true)).toEqual(BLOB);
});

test('a document whose PDF is gone from the cache is converted again', async () => {
  const { gate, machine, kept, convert } = openMachine();
  gate.resolve();
  await convert('docx', true);
  kept.clear();
  expect(await convert('docx', true)).toEqual(BLOB);
  expect(machine.conversions).toBe(2);
});
