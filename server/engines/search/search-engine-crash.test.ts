import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openSearchEngine } from './search-engine.ts';

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'index.db');
}

const opening = `
  const { openSearchEngine } = await import(process.argv[2]);
  const index = openSearchEngine(process.argv[3]);
  const put = (id, texts) => {
    const chunks = texts.map((text, ordinal) => ({ ordinal, text, headings: '', start: 0, end: text.length }));
    return index.putDocument({ id, location: { folderId: 1, ownerId: 1 }, title: '', path: '', opening: '', chunks });
  };
`;

/** Runs the script, to which `opening` gives `index` and `put`, in a process of its own. */
function run(file: string, script: string, ...options: string[]): ChildProcess {
  // A file, since the worker would inherit the options that --eval needs.
  const scriptFile = path.join(path.dirname(file), 'script.mjs');
  writeFileSync(scriptFile, opening + script);
  const module = new URL('./search-engine.ts', import.meta.url).href;
  return spawn(process.execPath, [...options, scriptFile, module, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string, void> {
  if (child.stdout === null) throw new Error('It is piped.');
  yield* createInterface(child.stdout);
}

/** Puts documents 1, 2, 3 … without end, each with its position, and prints the positions that were confirmed. */
const endlessWriter = `
  const first = 1 + (await index.readPosition());
  console.log(first - 1);
  for (let id = first; ; id += 4) {
    const sent = [];
    for (const next of [id, id + 1, id + 2, id + 3]) {
      sent.push(put(next, ['word' + next, 'filler '.repeat(80)]));
      sent.push(index.setPosition(next).then(() => console.log(next)));
    }
    await Promise.all(sent);
  }
`;

// Each starts processes, which takes its time on a busy machine.
const patience = 60_000;

test('a process killed during writes loses nothing that was confirmed and skips nothing', {
  tags: ['full'],
  timeout: patience,
}, async () => {
  const file = newFile();
  for (const lines of [1, 4, 18, 61]) {
    const child = run(file, endlessWriter);
    let confirmed = 0;
    let left = lines;
    for await (const line of linesOf(child)) {
      confirmed = Number(line);
      if (--left === 0) child.kill('SIGKILL');
    }
    if (child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    const index = openSearchEngine(file);
    const position = await index.readPosition();
    expect(position).toBeGreaterThanOrEqual(confirmed);
    for (let id = 1; id <= position; id++) {
      const { hits } = await index.search({
        text: `word${id}`,
        accessFilter: { all: true },
        limit: 9,
        method: 'keyword',
      });
      expect(hits.map((hit) => hit.documentId)).toEqual([id]);
    }
    await index.close();
  }
});

const exhausting = `
  await put(1, ['lease']);
  const large = Array.from({ length: 40_000 }, (_, at) => 'word' + at + ' other' + at * 13 + ' third' + at * 17);
  // Says whether the text is in the index.
  console.log(await put(2, large));
  await put(3, ['lease']);
  const { hits } = await index.search({ text: 'lease', accessFilter: { all: true }, limit: 9, method: 'keyword' });
  console.log(hits.map((hit) => hit.documentId).join());
  await index.close();
`;

test('the text of a document too large for the memory is left out, and the worker lives', {
  timeout: patience,
}, async () => {
  const child = run(newFile(), exhausting, '--max-old-space-size=40');
  const lines: string[] = [];
  for await (const line of linesOf(child)) lines.push(line);
  expect(lines).toEqual(['false', '1,3']);
});
