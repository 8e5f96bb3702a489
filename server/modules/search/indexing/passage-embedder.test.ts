import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSearchEngine } from '#server/engines/search/search-engine.ts';
import {
  type ModelReply,
  replyJson,
  replyStatus,
  startModelServer,
  type TestModelServer,
} from '#server/testing/fakes/model-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const QUESTION = 'Which hound barks at strangers near the gate?';
const ask = `/api/search?query=${encodeURIComponent(QUESTION)}`;
/** Polling of background work, long enough for a busy machine. */
const PATIENCE = { timeout: 50_000, interval: 100 };

let models: TestModelServer;
beforeEach(async () => {
  models = await startModelServer();
  works();
  onTestFinished(() => models.stop());
});

const vectorOf = (text: string, dimensions: number): number[] =>
  Array.from({ length: dimensions }, (_, at) => (at === Number(!/dog|hound/i.test(text)) ? 1 : 0.1));

const reply =
  (dimensions: number): ModelReply =>
  (response, asked) => {
    const input: string[] = asked.body.input;
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text, dimensions) }));
    replyJson({ data })(response, asked);
  };
const works = (dimensions = 3) => models.setReplies(reply(dimensions));

/** Every text that was sent to the server. */
const sent = (): string[] => models.requests.flatMap(({ body }) => body.input);

const settingsOf = (model: string) => ({ baseUrl: models.baseUrl, apiKey: undefined, model });

async function openAppWithModel(): Promise<TestApp> {
  const testApp = await openTestApp({ config: { embeddingModel: settingsOf('bge') } });
  onTestFinished(() => testApp.close());
  return testApp;
}

type Person = Awaited<ReturnType<TestApp['user']>>;

const methodOf = async (person: Person) => (await person.get(ask)).body.method;
const untilAnswered = (person: Person, method: string) =>
  vi.waitFor(async () => expect(await methodOf(person)).toBe(method), PATIENCE);

describe('with a model on a server', () => {
  test('vectors are computed in the background, and passages without a common word are found', {
    timeout: 60_000,
  }, async () => {
    const testApp = await openAppWithModel();
    const owner = await testApp.user();
    const file = await owner.file({ name: 'pets.txt', content: 'The dog of the caretaker sleeps all day.' });
    await owner.file({ name: 'house.txt', content: 'The roof of the building was mended in spring.' });
    await testApp.finishJobs();
    await untilAnswered(owner, 'hybrid');
    const { body } = await owner.get(ask);
    expect(body).toMatchObject({ fallback: false, documentInfo: { fileId: file.id } });
    expect(sent()).toContainEqual(expect.stringContaining('The dog of the caretaker'));
  });

  test('no user gets passages that only others may see', { timeout: 60_000 }, async () => {
    const testApp = await openAppWithModel();
    const owner = await testApp.user();
    await owner.file({ name: 'secret.txt', content: 'The dog of the caretaker.' });
    const unrelatedUser = await testApp.user();
    await unrelatedUser.file({ name: 'mine.txt', content: 'The roof of the building.' });
    await testApp.finishJobs();
    await untilAnswered(owner, 'hybrid');
    await untilAnswered(unrelatedUser, 'hybrid');
    const { body } = await unrelatedUser.get(ask);
    expect(body.relatedDocuments.map(({ fileName }: { fileName: string }) => fileName)).toEqual(['mine.txt']);
  });

  test('an outage is reported as a fallback and recovers by itself', {
    timeout: 60_000,
  }, async () => {
    models.setReplies(reply(3), reply(3), replyStatus(401));
    const testApp = await openAppWithModel();
    const owner = await testApp.user();
    const names = Array.from({ length: 40 }, (_, at) => `note-${at}.txt`);
    for (const name of names) await owner.file({ name, content: `The hound number ${name} barks.` });
    await testApp.finishJobs();
    const { status, body } = await owner.get(ask);
    expect([status, body.method, body.fallback]).toEqual([200, 'keyword-fallback', true]);
    expect(body.relatedDocuments.length).toBeGreaterThan(0);
    works();
    await untilAnswered(owner, 'hybrid');
  });

  test('a question waits two seconds at most', { timeout: 60_000 }, async () => {
    const testApp = await openAppWithModel();
    const owner = await testApp.user();
    await owner.file({ content: 'The dog barks.' });
    await testApp.finishJobs();
    await untilAnswered(owner, 'hybrid');
    models.setReplies(() => {});
    const began = performance.now();
    expect(await methodOf(owner)).toBe('keyword-fallback');
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  test('vectors survive a restart, and another model has none', {
    timeout: 60_000,
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-vectors-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const testApp = await openTestApp({ dataDir, config: { embeddingModel: settingsOf('bge') } });
    const owner = await testApp.user();
    await owner.file({ content: 'The dog barks.' });
    await testApp.finishJobs();
    await untilAnswered(owner, 'hybrid');
    await testApp.close();
    const [name = ''] = (await readdir(dataDir)).filter((name) => /^search-index-.*[.]db$/.test(name));
    const index = openSearchEngine(join(dataDir, name));
    onTestFinished(() => index.close());
    const lacking = (model: string) => {
      const fingerprint = index.computeFingerprint({ provider: models.host, name: model, dimensions: 3 });
      return index.listUnembedded(fingerprint, { versionKey: 0, position: 0 }, 10);
    };
    expect([(await lacking('bge')).length, (await lacking('e5')).length]).toEqual([0, 1]);
  });

  test('vectors of another length under the same name are recomputed', { timeout: 60_000 }, async () => {
    const testApp = await openAppWithModel();
    const owner = await testApp.user();
    await owner.file({ name: 'one.txt', content: 'The dog barks.' });
    await testApp.finishJobs();
    await untilAnswered(owner, 'hybrid');
    works(5);
    expect(await methodOf(owner)).toBe('keyword-fallback');
    await owner.file({ name: 'two.txt', content: 'The hound barks.' });
    await testApp.finishJobs();
    await untilAnswered(owner, 'hybrid');
  });

  test('a passage that the model refuses does not block others', { timeout: 60_000 }, async () => {
    models.setReplies((response, asked) => {
      const isRefused = asked.body.input.some((text: string) => text.length > 100);
      (isRefused ? replyStatus(400) : reply(3))(response, asked);
    });
    const testApp = await openAppWithModel();
    const owner = await testApp.user();
    await owner.file({ name: 'long.txt', content: 'The roof of the building was mended. '.repeat(10) });
    await owner.file({ name: 'pets.txt', content: 'The dog barks.' });
    await testApp.finishJobs();
    await untilAnswered(owner, 'hybrid');
  });

  test('with AI search turned off no text is sent', { timeout: 60_000 }, async () => {
    const testApp = await openAppWithModel();
    const { db } = testApp.server.services;
    await db.insertInto('system_settings').values({ name: 'enableAISearch', value: 'false' }).execute();
    const asked = models.requests.length;
    const owner = await testApp.user();
    await owner.file({ content: 'The nightjar is for nobody.' });
    await testApp.finishJobs();
    expect(await methodOf(owner)).toBe('keyword');
    expect(sent().slice(asked).join()).not.toContain('nightjar');
  });
});
