import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { canStart, namespaceLauncher, unprivilegedLauncher } from '#server/engines/sandbox/launcher.ts';
import { SandboxedChild } from '#server/engines/sandbox/sandbox.ts';
import { makeScan } from '../testing/make-scan.ts';

const ENGLISH = gunzipSync(
  readFileSync(
    createRequire(import.meta.url).resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  ),
);
const CHILD = new URL('./ocr-child.ts', import.meta.url);
const FOLDER = new URL('../..', import.meta.url);

test.for([namespaceLauncher, unprivilegedLauncher])(
  'pages are read at the level $level',
  {
    tags: ['full'],
  },
  async (launcher, { skip }) => {
    if (!(await canStart(launcher))) skip('this system does not support the level');
    const limits = { timeoutMs: 60_000, memoryMb: 1024 };
    const child = new SandboxedChild({ file: CHILD, folders: [FOLDER] }, limits, Promise.resolve(launcher));
    const send = (message: object, bytes: Buffer) =>
      child.request({
        message,
        bytes: async () => Readable.from([bytes]),
        read: async (frames) => JSON.parse(String((await frames.next()).value)),
      });
    expect(await send({ kind: 'language', code: 'eng' }, ENGLISH)).toEqual({ isUsable: true });
    const image = makeScan(['The tenant pays the rent']);
    const reply = await send({ kind: 'page', id: 'one', languages: ['eng'] }, image);
    expect(reply).toMatchObject({ id: 'one', page: { text: 'The tenant pays the rent' } });
    await child.end();
  },
);
