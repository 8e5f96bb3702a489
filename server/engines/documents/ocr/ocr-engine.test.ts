import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import { openOcrEngine } from './ocr-engine.ts';

const isInstalled = spawnSync('sh', ['-c', 'command -v tesseract']).status === 0;

let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'muniment-words-test-'));
  vi.stubEnv('TMPDIR', place);
  await mkdir(join(place, 'bin'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

/** Creates a program that runs the script; `$1` is the image, `$4` the languages. */
async function recogniserWith(script: string, timeoutMs = 5_000) {
  const program = join(place, 'bin', 'tesseract');
  const languages =
    'if [ "$1" = --list-langs ]; then printf "List of languages:\\nosd\\ndeu\\neng\\n"; exit; fi';
  await writeFile(program, `#!/bin/sh\n${languages}\n${script}\n`);
  await chmod(program, 0o755);
  const path = [join(place, 'bin'), process.env['PATH']].join(delimiter);
  return openOcrEngine({ program: undefined, timeoutMs, hidden: [], path });
}

const image = Buffer.from('an image');
const never = new AbortController().signal;
const leftovers = async () => (await readdir(place)).filter((name) => name.startsWith('muniment-sandbox-'));

describe.runIf(canSandbox)('an installed OCR program (requires Linux with sandboxing)', () => {
  test('the words of an image are recognized in all installed languages, and no file is left', async () => {
    const recogniser = await recogniserWith('echo "$(cat "$1") in $4"');
    expect(await recogniser?.recognizeText(image, never)).toBe('an image in deu+eng\n');
    expect(await leftovers()).toEqual([]);
  });

  test.each([
    ['fails', 'exit 1'],
    ['never ends', 'sleep 7342'],
  ])('a program that %s leaves the image unread', async (_, script) => {
    const recogniser = await recogniserWith(script, 1_500);
    expect(await recogniser?.recognizeText(image, never)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
  });

  test('endless output is read up to a limit', async () => {
    const recogniser = await recogniserWith('head -c 5000000 /dev/zero | tr "\\0" a');
    expect(await recogniser?.recognizeText(image, never)).toHaveLength(1024 * 1024);
  });

  test('the program is ended when nobody awaits it any more', async () => {
    const recogniser = await recogniserWith('sleep 7342');
    const asked = new AbortController();
    const words = recogniser?.recognizeText(image, asked.signal);
    asked.abort(new Error('not needed'));
    await expect(words).rejects.toThrow('not needed');
  });

  test.skipIf(!isInstalled)('Tesseract recognizes a page (skipped where it is not installed)', async () => {
    const canvas = createCanvas(1200, 300);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 1200, 300);
    context.fillStyle = 'black';
    context.font = '64px sans-serif';
    context.fillText('The tenant pays the rent', 60, 170);
    const options = { program: undefined, hidden: [], path: process.env['PATH'] };
    const recogniser = await openOcrEngine(options);
    const words = await recogniser?.recognizeText(canvas.encodeSync('jpeg', 90), never);
    expect(words).toContain('tenant pays the rent');
  });
});

test('without the program, or with OCR off, nothing is recognized', async () => {
  expect(await openOcrEngine({ program: undefined, hidden: [], path: place })).toBeUndefined();
  expect(await openOcrEngine({ program: 'off', hidden: [], path: process.env['PATH'] })).toBeUndefined();
});

test('a configured program that does not exist is an error', async () => {
  const program = join(place, 'no-such-program');
  await expect(openOcrEngine({ program, hidden: [], path: place })).rejects.toThrow('not a program');
});
