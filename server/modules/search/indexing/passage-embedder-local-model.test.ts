import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serializeModel, writeModelFolder } from '#server/engines/models/onnx/testing/write-model-folder.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const ask = `/api/search?query=${encodeURIComponent('Which hound barks at strangers near the gate?')}`;
/** Processes are started on a busy machine, and background work is looked for. */
const PATIENCE = { timeout: 50_000, interval: 100 };
const LONG = { timeout: 120_000 };

type Person = Awaited<ReturnType<TestApp['user']>>;
const untilAnswered = (person: Person, method: string) =>
  vi.waitFor(async () => expect((await person.get(ask)).body.method).toBe(method), PATIENCE);

test('a local model finds passages without a common word, for permitted users only', LONG, async () => {
  const testApp = await openTestApp({ config: { embeddingModelDir: await writeModelFolder() } });
  onTestFinished(() => testApp.close());
  const owner = await testApp.user();
  const file = await owner.file({ name: 'pets.txt', content: 'The dog of the caretaker sleeps all day.' });
  await owner.file({ name: 'house.txt', content: 'The roof of the building was mended.' });
  const unrelatedUser = await testApp.user();
  await unrelatedUser.file({ name: 'mine.txt', content: 'The roof of the school.' });
  await testApp.finishJobs();
  await untilAnswered(owner, 'hybrid');
  expect((await owner.get(ask)).body).toMatchObject({ fallback: false, documentInfo: { fileId: file.id } });
  await untilAnswered(unrelatedUser, 'hybrid');
  const names = (await unrelatedUser.get(ask)).body.relatedDocuments.map(
    ({ fileName }: { fileName: string }) => fileName,
  );
  expect(names).toEqual(['mine.txt']);
});

// PostgreSQL's database goes with its room, and so does the index that belongs to it.
test.skipIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')(
  'another model recomputes all vectors',
  LONG,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-local-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const embeddingModelDir = await writeModelFolder();
    const first = await openTestApp({ dataDir, config: { embeddingModelDir } });
    const owner = await first.user();
    await owner.file({ name: 'pets.txt', content: 'The dog barks.' });
    await first.finishJobs();
    await untilAnswered(owner, 'hybrid');
    await first.close();
    await writeFile(join(embeddingModelDir, 'model.onnx'), serializeModel(5));
    const second = await openTestApp({ dataDir, config: { embeddingModelDir }, startsBackgroundWork: true });
    onTestFinished(() => second.close());
    const { embeddingModel, searchIndex } = second.server.services;
    const embedded = await embeddingModel?.embed(['dog'], 'passages', new AbortController().signal);
    const fingerprint = embedded === undefined ? '' : searchIndex.computeFingerprint(embedded.model);
    expect(fingerprint).toContain('"dimensions":5');
    await vi.waitFor(
      async () =>
        expect(await searchIndex.listUnembedded(fingerprint, { versionKey: 0, position: 0 }, 10)).toEqual([]),
      PATIENCE,
    );
    const later = await second.user();
    await later.file({ content: 'The hound barks.' });
    await second.finishJobs();
    await untilAnswered(later, 'hybrid');
  },
);

test('a hanging model delays a search by two seconds at most', LONG, async () => {
  const testApp = await openTestApp({ config: { embeddingModelDir: await writeModelFolder() } });
  onTestFinished(() => testApp.close());
  const owner = await testApp.user();
  await owner.file({ content: 'The dog barks.' });
  await testApp.finishJobs();
  await untilAnswered(owner, 'hybrid');
  await owner.file({ name: 'hostile.txt', content: 'The dog hangs.' });
  await testApp.finishJobs();
  await untilAnswered(owner, 'keyword-fallback');
  const began = performance.now();
  const { status, body } = await owner.get(ask);
  expect(performance.now() - began).toBeLessThan(4_000);
  expect([status, body.fallback]).toEqual([200, true]);
});

test('an unusable model folder ends the start with a line that says what to do, and nothing stays open', async () => {
  const embeddingModelDir = await writeModelFolder({ 'tokenizer.json': undefined });
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-local-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const opening = openTestApp({ dataDir, config: { embeddingModelDir } });
  await expect(opening).rejects.toThrow(
    /^EMBEDDING_MODEL_DIR is not usable: tokenizer\.json is missing: [^\n]+$/,
  );
  // The folder is free again for a start with other settings.
  const testApp = await openTestApp({ dataDir });
  await testApp.close();
});
