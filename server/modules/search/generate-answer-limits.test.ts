import { expect } from 'vitest';
import { hashAttemptKey } from '#server/authorization/rate-limits.ts';
import { modelAnswer, replyWithChatCompletion } from '#server/testing/fakes/chat-completions.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { askQuestion, type TestAppWithModel, test } from '#server/testing/test-app-with-model.ts';

const QUESTION = 'What is the annual rent of the warehouse?';
const LEASE = 'Lease of the Harbour Warehouse.\n\nThe annual rent is 48,500 euro, payable in advance.';
const GOOD = replyWithChatCompletion(
  modelAnswer('It is 48,500 euro a year.', [1, 'The annual rent is 48,500 euro']),
);
const LIMITED = { type: 'unanswered', reason: 'limited' };

async function openLease({ testApp, server }: TestAppWithModel) {
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'lease.txt', content: LEASE });
  await testApp.finishJobs();
  server.setReplies(GOOD);
  server.requests.length = 0;
  const { db } = testApp.server.services;
  const setCount = async (kind: string, name: string, attempts: number) => {
    const counts = db.updateTable('attempt_counts').set({ attempts });
    const { numUpdatedRows } = await counts.where('key', '=', hashAttemptKey(kind, name)).executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
  };
  return { testApp, server, owner, id, setCount };
}

test('a person gets 300 answers of the model in a day, and search results after that', async ({ models }) => {
  const { testApp, server, owner, setCount } = await openLease(models);
  const lastOf = async () => (await askQuestion(owner, QUESTION)).at(-1);
  expect((await lastOf())?.type).toBe('answered');
  await setCount('model-answer', `user ${owner.id}`, 299);
  expect((await lastOf())?.type).toBe('answered');
  const [found, last, ...others] = await askQuestion(owner, QUESTION);
  expect([last, others]).toEqual([LIMITED, []]);
  const { body } = await owner.get(`/api/search?query=${encodeURIComponent(QUESTION)}`);
  expect(found).toEqual({ type: 'found', result: { ...body, timing: expect.anything() } });
  // The model is not asked, and nothing says that it was.
  expect(server.requests).toHaveLength(2);
  const asked = await testApp.server.services.db
    .selectFrom('audit_log')
    .select('position')
    .where('action', '=', 'search.ask-model')
    .where('actor_id', '=', owner.id)
    .execute();
  expect(asked).toHaveLength(2);
  const { owner: other } = await openLease(models);
  expect((await askQuestion(other, QUESTION)).at(-1)?.type).toBe('answered');
  // The next day begins.
  const ended = { window_ends_at: testApp.server.services.now() };
  await testApp.server.services.db.updateTable('attempt_counts').set(ended).execute();
  expect((await lastOf())?.type).toBe('answered');
});

test('the visitors of a link share 3,000 answers of the model in a day', async ({ models }) => {
  const { testApp, owner, id, setCount } = await openLease(models);
  const openLink = async () => {
    const targets = [{ kind: 'file', id }];
    const { body } = await owner.post('/api/links', { name: 'Link', targets });
    const enter = async (email: string) => {
      const browser = openAccessPage(testApp.server, body.url);
      await browser.submit('email', { email });
      expect((await browser.submit('enter')).status).toBe(200);
      return browser;
    };
    return { id: body.id, enter };
  };
  const [link, another] = [await openLink(), await openLink()];
  const typeFor = async (client: Awaited<ReturnType<typeof link.enter>>) =>
    (await askQuestion(client, QUESTION)).at(-1);
  expect((await typeFor(await link.enter('one@example.test')))?.type).toBe('answered');
  await setCount('link-model-answer', String(link.id), 3_000);
  expect(await typeFor(await link.enter('two@example.test'))).toEqual(LIMITED);
  expect((await typeFor(await another.enter('two@example.test')))?.type).toBe('answered');
});
