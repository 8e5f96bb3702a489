import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOfficeConverter } from './office-converter.ts';

const SANDBOX = ['--map-root-user', '--net', '--mount', '--pid', '--fork', '--mount-proc', 'true'];
const mayShutIn = spawnSync('unshare', SANDBOX).status === 0;
const real = spawnSync('sh', ['-c', 'command -v soffice']).status === 0;

let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'muniment-office-test-'));
  vi.stubEnv('TMPDIR', place);
  await mkdir(join(place, 'data'));
  await writeFile(join(place, 'data', 'master.key'), 'secret');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

/** An office program that does as the script says; `$out` is where its PDF belongs, `$in` the document. */
async function converterWith(script: string, timeoutMs = 5_000) {
  const program = join(place, 'soffice');
  const head = '#!/bin/sh\nfor in; do :; done\nout="$(dirname "$in")/document.pdf"\n';
  await writeFile(program, `${head}${script}\n`);
  await chmod(program, 0o755);
  const path = [place, process.env['PATH']].join(delimiter);
  return createOfficeConverter({ timeoutMs, hidden: [join(place, 'data')], path });
}

const bytes = async () => Readable.from([Buffer.from('a document')]);
const leftovers = async () => (await readdir(place)).filter((name) => name.startsWith('muniment-office-'));

/** Programs that the scripts below started and that still run. */
async function sleepers(): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    // One that ends meanwhile has no command any more.
    processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.split('\0').join(' ').trim() === 'sleep 7341');
}

describe.runIf(mayShutIn)(
  'an office program that is there (this needs a Linux that lets it be shut in)',
  () => {
    test('makes a PDF of a document, and nothing is left of either', async () => {
      const converter = await converterWith('echo "PDF of $(cat "$in")" > "$out"');
      const pdf = await converter.toPdf('docx', bytes);
      expect(pdf && (await text(await pdf.bytes()))).toBe('PDF of a document\n');
      await pdf?.remove();
      expect(await leftovers()).toEqual([]);
    });

    test('sees neither the room’s folder, nor other processes, nor a network, nor the environment', async () => {
      process.env['MASTER_KEY'] = 'secret';
      const converter = await converterWith(
        `{ ls -A ${place}/data; ls /proc | grep -c '^[0-9]'; grep -c : /proc/net/route; env | grep -c MASTER; true; } > "$out"`,
      );
      const pdf = await converter.toPdf('odt', bytes);
      delete process.env['MASTER_KEY'];
      const [processes, routes, secrets] = (pdf ? await text(await pdf.bytes()) : '')
        .trim()
        .split('\n')
        .map(Number);
      await pdf?.remove();
      expect(processes).toBeLessThan(10);
      expect([routes, secrets]).toEqual([0, 0]);
    });

    test.each([
      ['fails', 'exit 1'],
      ['makes nothing', 'exit 0'],
      ['never ends, nor do the programs it started', 'setsid sleep 7341 & sleep 7341'],
    ])('and %s leaves the document to be drawn otherwise', async (_what, script) => {
      const converter = await converterWith(script, 1_500);
      expect(await converter.toPdf('xls', bytes)).toBeUndefined();
      expect(await leftovers()).toEqual([]);
      expect(await sleepers()).toEqual([]);
    });

    test('is not asked for what it has no part in', async () => {
      const converter = await converterWith('echo PDF > "$out"');
      expect(await converter.toPdf('pdf', bytes)).toBeUndefined();
    });
  },
);

test('without an office program nothing is converted', async () => {
  const converter = createOfficeConverter({ timeoutMs: 1_000, hidden: [], path: place });
  expect(await converter.toPdf('docx', bytes)).toBeUndefined();
});

test.runIf(mayShutIn && real)('LibreOffice itself converts (skipped where it is not installed)', async () => {
  const converter = createOfficeConverter({ timeoutMs: 60_000, hidden: [], path: process.env['PATH'] });
  const pdf = await converter.toPdf('rtf', async () => Readable.from(['{\\rtf1 Hello}']));
  expect(pdf && (await text(await pdf.bytes())).slice(0, 5)).toBe('%PDF-');
  await pdf?.remove();
});
