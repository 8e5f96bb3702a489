import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { type FakeClamd, SIMULATED_VIRUS, startFakeClamd } from '#server/testing/fakes/clamd-server.ts';
import { createVirusScanner } from './virus-scanner.ts';

let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await startFakeClamd();
});
beforeEach(() => Object.assign(clamd, { behavior: 'scan', maxStreamBytes: Number.MAX_SAFE_INTEGER }));
afterAll(() => clamd.stop());

const never = new AbortController().signal;
const scan = (content: Iterable<Buffer>, signal = never) =>
  createVirusScanner(clamd.address, { idleTimeoutMs: 200 }).scan(Readable.from(content), signal);
const failureOf = (scanning: Promise<unknown>): Promise<unknown> =>
  scanning.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

test('any bytes in any pieces reach the scanner as they are', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(pieces, async (pieces) => {
      clamd.received.length = 0;
      expect(await scan(pieces.map((piece) => Buffer.from(piece)))).toEqual({ state: 'clean' });
      expect(clamd.received).toEqual([Buffer.concat(pieces)]);
    }),
    { numRuns: 20 },
  );
});

test('a virus is reported with its name', async () => {
  expect(await scan([Buffer.from(`It has ${SIMULATED_VIRUS}.`)])).toEqual({
    state: 'infected',
    signature: 'Simulated.Virus-1',
  });
});

test('a stream that is longer than the scanner accepts cannot be scanned', async () => {
  clamd.maxStreamBytes = 100_000;
  const pieces = Array.from({ length: 10 }, () => Buffer.alloc(60_000));
  expect(await scan(pieces)).toMatchObject({ state: 'unscannable' });
});

test.for(['hang', 'garbage', 'flood', 'close', 'error'] as const)(
  'a scanner that does not answer with a verdict counts as away: %s',
  async (behavior) => {
    clamd.behavior = behavior;
    const error = await failureOf(scan(Array.from({ length: 20 }, () => Buffer.alloc(60_000))));
    expect(isUnavailable(error)).toBe(true);
  },
);

test('a scanner that does not listen counts as away', async () => {
  await clamd.stop();
  expect(isUnavailable(await failureOf(scan([Buffer.from('a')])))).toBe(true);
  await expect(createVirusScanner(clamd.address).check()).rejects.toThrow('not reachable');
  await clamd.start();
  await createVirusScanner(clamd.address).check();
});

test('an error of the stored bytes is not one of the scanner', async () => {
  const broken = new Error('damaged');
  const bytes = Readable.from(
    (function* () {
      yield Buffer.alloc(10);
      throw broken;
    })(),
  );
  expect(await failureOf(createVirusScanner(clamd.address).scan(bytes, never))).toBe(broken);
  expect(isUnavailable(broken)).toBe(false);
});

test('a scan is interrupted by its signal', async () => {
  clamd.behavior = 'hang';
  const stopping = new AbortController();
  const scanning = failureOf(
    createVirusScanner(clamd.address).scan(Readable.from([Buffer.from('a')]), stopping.signal),
  );
  stopping.abort(new Error('Stopped'));
  await scanning;
});
