// Runs the verifier on the files and folders of a command line.
import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { verifyArchive } from '#shared/evidence/archive/archive-verifier.mjs';
import { verify } from '#shared/evidence/verifier.mjs';

async function readPart(path, from, to) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, to - from)), 0, to - from, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const openPath = async (path) => ({
  size: (await stat(path)).size,
  read: (from, to) => readPart(path, from, to),
});

async function openUnpacked(folder) {
  const files = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(folder, path).split(sep).join('/'), await openPath(path));
  }
  return { name: folder, files };
}

const [archives, texts] = [[], []];
for (const name of process.argv.slice(2)) {
  if ((await stat(name)).isDirectory()) archives.push(await openUnpacked(name));
  else if ((await readPart(name, 0, 4)).toString('latin1') === 'PK\x03\x04')
    archives.push({ name, ...(await openPath(name)) });
  else texts.push({ name, text: await readFile(name, 'utf8') });
}
const results = await verify(texts);
const keys = texts.find(({ text }) => text.startsWith('{"keys":'))?.text;
for (const archive of archives)
  results.push(await verifyArchive(archive, { keys, createHash: () => createHash('sha256') }));
for (const { name, state, message, problems = [] } of results) {
  process.stdout.write(`${name}: ${state}: ${message}\n`);
  for (const problem of problems.slice(1)) process.stdout.write(`${name}: ${problem}\n`);
}
process.exitCode = results.length > 0 && results.every(({ state }) => state === 'valid') ? 0 : 1;
