import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { modelAnswer, replyWithChatCompletion } from '#server/testing/fakes/chat-completions.ts';
import { type ModelReply, replyStatus } from '#server/testing/fakes/model-server.ts';
import { test as testWithoutModel } from '#server/testing/test-app.ts';
import {
  askQuestion,
  openTestAppWithModel,
  type TestAppWithModel,
  test,
} from '#server/testing/test-app-with-model.ts';

const QUESTION = 'What is the annual rent of the warehouse?';
const LEASE = 'Lease of the Harbour Warehouse.\n\nThe annual rent is 48,500 euro, payable in advance.';
const QUOTE = 'The annual rent is 48,500 euro';
const GOOD = replyWithChatCompletion(modelAnswer('It is 48,500 euro a year.', [1, QUOTE]));

/** Somebody with a lease that answers the question, in a room with a model that replies so. */
async function openLease({ testApp, server }: TestAppWithModel, ...replies: ModelReply[]) {
  const owner = await testApp.user();
  const file = await owner.file({ name: 'lease.txt', content: LEASE });
  await testApp.finishJobs();
  server.setReplies(...replies);
  server.requests.length = 0;
  return { testApp, server, owner, file };
}

const lastOf = <T>(events: readonly T[]): T | undefined => events.at(-1);

describe('POST /api/search/answer', () => {
  test('search results come first, then the streamed answer, then its proof', async ({ models }) => {
    const { owner, file } = await openLease(models, GOOD);
    const events = await askQuestion(owner, QUESTION);
    const { body } = await owner.get(`/api/search?query=${encodeURIComponent(QUESTION)}`);
    const [found, asked] = events;
    expect(found).toEqual({ type: 'found', result: { ...body, timing: expect.anything() } });
    expect(asked).toMatchObject({ type: 'asked', model: 'test-model', passages: [{ fileId: file.id }] });
    const texts = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect([texts.length > 3, texts.join('')]).toEqual([true, 'It is 48,500 euro a year.']);
    const start = LEASE.replace('\n\n', '\n').indexOf(QUOTE);
    const citation = {
      fileId: file.id,
      fileName: 'lease.txt',
      quote: QUOTE,
      start,
      end: start + QUOTE.length,
    };
    expect(lastOf(events)).toMatchObject({
      type: 'answered',
      result: {
        query: QUESTION,
        answer: 'It is 48,500 euro a year.',
        citations: [citation],
        documentInfo: { fileId: file.id, location: `Document content snippet: ${QUOTE}` },
        relatedDocuments: body.relatedDocuments,
      },
    });
  });

  test('users see the host of the model, and visitors only its name', async ({ models }) => {
    const { testApp, server, owner } = await openLease(models, GOOD);
    const folder = await owner.folder();
    await owner.file({ name: 'copy.txt', content: LEASE, folderId: folder.id });
    await testApp.finishJobs();
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const shownModel = async (client: TestClient) => {
      const asked = (await askQuestion(client, QUESTION)).find(({ type }) => type === 'asked');
      return asked?.type === 'asked' ? [asked.model, asked.host] : undefined;
    };
    expect(await shownModel(owner)).toEqual(['test-model', server.host]);
    expect(await shownModel(visitor)).toEqual(['test-model', null]);
  });

  test('the audit event has the question, the model and every passage sent, and never the key', async ({
    models,
  }) => {
    const { testApp, server, owner, file } = await openLease(models, GOOD);
    const before = await findLastPosition(testApp);
    await askQuestion(owner, QUESTION);
    const acts = await listAuditEvents(testApp, before);
    expect(acts.map(({ action, actor }) => [action, actor])).toEqual([
      ['search.ask', owner.username],
      ['search.ask-model', owner.username],
    ]);
    expect(acts[1]?.details).toEqual({
      question: QUESTION,
      model: 'test-model',
      host: server.host,
      passages: [{ fileId: file.id, start: 0, end: LEASE.length - 1 }],
    });
    expect(JSON.stringify(acts)).not.toContain('hush');
  });

  test('only passages that the caller may see are sent', async ({ models }) => {
    const { testApp, server, owner } = await openLease(models, GOOD);
    const other = await testApp.user();
    await other.file({ name: 'other.txt', content: 'The annual rent of the other warehouse is secret-77.' });
    await testApp.finishJobs();
    await askQuestion(other, QUESTION);
    expect(JSON.stringify(server.requests)).toContain('secret-77');
    server.requests.length = 0;
    await askQuestion(owner, QUESTION);
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(server.requests)).not.toMatch(/secret-77|other\.txt/);
  });

  test('without enough evidence nothing is sent', async ({ models }) => {
    const { server, owner } = await openLease(models, GOOD);
    for (const query of ['Who repaired the antenna of the lunar mission, and with which ladder?', 'unicorn'])
      expect((await askQuestion(owner, query)).map(({ type }) => type)).toEqual(['found']);
    expect(server.requests).toEqual([]);
  });

  test('with AI search turned off nothing is sent', async ({ models }) => {
    const { testApp, server, owner } = await openLease(models, GOOD);
    const admin = await testApp.user({ isAdmin: true });
    await admin.patch('/api/admin/system-settings', { enableAISearch: false });
    expect((await askQuestion(owner, QUESTION)).map(({ type }) => type)).toEqual(['found']);
    expect(server.requests).toEqual([]);
    await admin.patch('/api/admin/system-settings', { enableAISearch: true });
  });

  test('a search below one folder sends only passages of it', async ({ models }) => {
    const { testApp, server, owner } = await openLease(models, GOOD);
    const folder = await owner.folder();
    await owner.file({
      name: 'inside.txt',
      content: 'The annual rent of the warehouse inside.',
      folderId: folder.id,
    });
    await testApp.finishJobs();
    await askQuestion(owner, QUESTION, { folderId: folder.id });
    expect(JSON.stringify(server.requests)).toContain('inside.txt');
    expect(JSON.stringify(server.requests)).not.toContain('lease.txt');
  });

  test('a right revoked while the model writes withdraws the answer', async ({ models }) => {
    const { testApp, server, owner } = await openLease(models);
    const [folder, reader] = [await owner.folder(), await testApp.user()];
    await testApp.share(folder.id, reader);
    await owner.file({ name: 'shared.txt', content: LEASE, folderId: folder.id });
    await testApp.finishJobs();
    server.setReplies((response, asked) => {
      void testApp.unshare(folder.id, reader).then(() => GOOD(response, asked));
    });
    expect(lastOf(await askQuestion(reader, QUESTION))).toEqual({ type: 'unanswered', reason: 'unproven' });
  });

  test('a third concurrent answer of a user comes from the documents alone, and others are not limited', async ({
    models,
  }) => {
    const { server, owner } = await openLease(models);
    const waiting: Parameters<ModelReply>[] = [];
    const both = Promise.withResolvers<void>();
    server.setReplies((...reply) => {
      if (waiting.push(reply) === 2) both.resolve();
    });
    const first = [askQuestion(owner, QUESTION), askQuestion(owner, QUESTION)];
    await both.promise;
    expect(lastOf(await askQuestion(owner, QUESTION))).toEqual({ type: 'unanswered', reason: 'busy' });
    const { owner: other } = await openLease(models, GOOD);
    expect(lastOf(await askQuestion(other, QUESTION))?.type).toBe('answered');
    for (const [response, asked] of waiting) GOOD(response, asked);
    for (const events of await Promise.all(first)) expect(lastOf(events)?.type).toBe('answered');
    expect(lastOf(await askQuestion(owner, QUESTION))?.type).toBe('answered');
  });

  testWithoutModel('without a model the search result is the response', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name: 'lease.txt', content: LEASE });
    await testApp.finishJobs();
    const [found, ...more] = await askQuestion(owner, QUESTION);
    expect(found).toMatchObject({ type: 'found', result: { documentInfo: { fileId: file.id } } });
    expect(more).toEqual([]);
  });

  testWithoutModel('refusals are ordinary responses', async ({ testApp }) => {
    const [owner, unrelatedUser] = [await testApp.user(), await testApp.user()];
    const { id: folderId } = await owner.folder();
    const url = '/api/search/answer';
    const refusals = await Promise.all([
      testApp.anonymous.post(url, { query: QUESTION }),
      unrelatedUser.post(url, { query: QUESTION, folderId }),
      owner.post(url, { query: ' ' }),
      owner.post(url, { query: 'x'.repeat(2_001) }),
      owner.post(url, { query: 'a', limit: 101 }),
      owner.post(url, { query: 'a', model: 'mine' }),
      owner.send({ method: 'POST', url, payload: { query: 'a' }, headers: { origin: 'https://evil.test' } }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([401, 404, 400, 400, 400, 400, 403]);
    expect(refusals.every(({ body }) => typeof body.error === 'string')).toBe(true);
  });
});

describe('the search result stands without a proved answer', () => {
  const cases: [string, ModelReply, string][] = [
    [
      'an answer with an invented quote',
      replyWithChatCompletion(modelAnswer('9,000.', [1, 'The rent is 9,000'])),
      'unproven',
    ],
    [
      'an answer with a quote from elsewhere',
      replyWithChatCompletion(modelAnswer('48,500.', [2, QUOTE], [0, QUOTE])),
      'unproven',
    ],
    ['an answer without a quote', replyWithChatCompletion(modelAnswer('It is 48,500 euro.')), 'unproven'],
    ['an answer in prose', replyWithChatCompletion('The annual rent is 48,500 euro'), 'unproven'],
    ['a truncated answer', replyWithChatCompletion('{"answer": "It is'), 'unproven'],
    ['no answer', replyWithChatCompletion(modelAnswer('', [1, QUOTE])), 'no-answer'],
    ['an error', replyStatus(500, { 'retry-after': '0' }), 'unavailable'],
    ['a temporary refusal', replyStatus(429, { 'retry-after': '60' }), 'unavailable'],
    ['a refusal of the key', replyStatus(401), 'unavailable'],
    ['a redirect', replyStatus(307, { location: 'http://192.0.2.1/v1/chat/completions' }), 'unavailable'],
    ['an invalid stream', (response) => response.end('data: <html>\n\n'), 'unavailable'],
    ['a broken connection', (response) => response.write('data: {', () => response.destroy()), 'unavailable'],
    [
      'an endless text',
      replyWithChatCompletion(`{"answer": "${'x'.repeat(5_000)}`, { run: 10_000 }),
      'unavailable',
    ],
  ];
  test.for(cases)(
    'a model that returns %s leaves the search result unchanged',
    async ([_, reply, reason], { models }) => {
      const { server, owner, file } = await openLease(models, reply);
      const events = await askQuestion(owner, QUESTION);
      expect(events[0]).toMatchObject({ type: 'found', result: { documentInfo: { fileId: file.id } } });
      expect(lastOf(events)).toEqual({ type: 'unanswered', reason });
      server.setReplies(GOOD);
      expect(lastOf(await askQuestion(owner, QUESTION))?.type, 'the next time').toBe('answered');
    },
  );

  test('of proved and invented quotes only the proved ones are shown, each once', async ({ models }) => {
    const { owner } = await openLease(
      models,
      replyWithChatCompletion(
        modelAnswer('48,500.', [1, 'The rent is a gift'], [1, QUOTE], [1, QUOTE], [99, QUOTE]),
      ),
    );
    const last = lastOf(await askQuestion(owner, QUESTION));
    expect(last?.type === 'answered' && last.result.citations.map(({ quote }) => quote)).toEqual([QUOTE]);
  });
});

testWithoutModel('a model that fails repeatedly is paused', async () => {
  await using models = await openTestAppWithModel();
  const { server, owner } = await openLease(models, replyStatus(401));
  const askAgain = async () => lastOf(await askQuestion(owner, QUESTION));
  for (let time = 0; time < 7; time += 1)
    expect(await askAgain()).toEqual({ type: 'unanswered', reason: 'unavailable' });
  expect(server.requests).toHaveLength(5);
});

describe('GET /api/admin/answer-model', () => {
  test('administrators see the model and its host, and nobody the key', async ({
    models: { testApp, server },
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { body } = await admin.get('/api/admin/answer-model');
    expect(body).toEqual({ model: 'test-model', host: server.host });
    expect((await (await testApp.user()).get('/api/admin/answer-model')).status).toBe(403);
    expect(JSON.stringify((await testApp.anonymous.get('/api/system-settings/public')).body)).not.toContain(
      'model',
    );
  });

  testWithoutModel('administrators see that there is no model', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.get('/api/admin/answer-model')).body).toBeNull();
  });
});
