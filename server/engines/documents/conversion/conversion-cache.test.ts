import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { createConversionCache } from './conversion-cache.ts';
import type { DocumentConverter } from './document-converter.ts';

const BLOB: StoredBlob = { key: 'made', size: 1, sha256: '', wrappedKey: Buffer.alloc(0) };
const bytes = async () => Readable.from([Buffer.from('a document')]);

/** A machine whose programs wait to be let go on, and may fail. */
function openMachine() {
  const gate = Promise.withResolvers<void>();
  const machine = { isBroken: false, conversions: 0, minutes: 0 };
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
  const documents = createConversionCache(converter, cache, {
    maxWaitMs: 20,
    clock: () => machine.minutes * 60_000,
  });
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

test('a document that failed is not converted again for ten minutes, and then is', async () => {
  const { gate, machine, convert } = openMachine();
  gate.resolve();
  machine.isBroken = true;
  expect(await convert('docx', true)).toBeUndefined();
  machine.isBroken = false;
  machine.minutes = 9;
  expect(await convert('docx', true)).toBeUndefined();
  expect(machine.conversions).toBe(1);
  machine.minutes = 10;
  expect(await convert('docx', true)).toEqual(BLOB);
});

test('a document that fails again and again is converted at most once a day in the end', async () => {
  const { gate, machine, convert } = openMachine();
  gate.resolve();
  machine.isBroken = true;
  const attempts: number[] = [];
  for (; machine.minutes < 4 * 24 * 60; machine.minutes += 10) {
    const { conversions } = machine;
    await convert('docx', true);
    if (machine.conversions > conversions) attempts.push(machine.minutes);
  }
  const pauses = attempts.slice(1).map((at, before) => at - (attempts[before] ?? 0));
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1280, 1280]);
});

test('a document whose PDF is gone from the cache is converted again', async () => {
  const { gate, machine, kept, convert } = openMachine();
  gate.resolve();
  await convert('docx', true);
  kept.clear();
  expect(await convert('docx', true)).toEqual(BLOB);
  expect(machine.conversions).toBe(2);
});
