import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { modelAnswer, replyWithChatCompletion } from '#server/testing/fakes/chat-completions.ts';
import { askQuestion, type TestAppWithModel, test } from '#server/testing/test-app-with-model.ts';

const QUESTION = 'What does the lease say of the harbour warehouse?';
const SECRET = 'A heron sleeps below the pier';
/** Each paragraph is a passage of its own, longer than a quote, and holds the question's words at its beginning alone. */
const PARAGRAPHS = Array.from(
  { length: 12 },
  (_, at) =>
    `Clause ${at + 1} of the lease of the harbour warehouse. ${'Rain came and went over the bay all day. '.repeat(9)}${SECRET} number ${at + 1}.`,
);

/** The same document twice, one that may be downloaded and one that may not, and a reader of both. */
async function openDocumentSet({ testApp, server }: TestAppWithModel) {
  const [owner, reader] = [await testApp.user(), await testApp.user()];
  const [open, closed] = [await owner.folder(), await owner.folder()];
  const content = PARAGRAPHS.join('\n\n');
  await owner.file({ name: 'open.txt', content, folderId: open.id });
  await owner.file({ name: 'closed.txt', content, folderId: closed.id, allowDownload: false });
  for (const { id } of [open, closed]) await testApp.share(id, reader);
  await testApp.finishJobs();
  server.requests.length = 0;
  server.setReplies(replyWithChatCompletion(modelAnswer('', [1, ''])));
  return { open, closed, owner, reader, admin: await testApp.user({ isAdmin: true }), server };
}

async function quotesOf(client: TestClient, folderId: number): Promise<string[]> {
  const query = encodeURIComponent(QUESTION);
  const { body } = await client.get(`/api/search?query=${query}&folderId=${folderId}&limit=100`);
  return body.citations.map(({ quote }: { quote: string }) => quote);
}

describe('search in restricted files', () => {
  test('a restricted file is quoted in at most three places', async ({ models }) => {
    const { open, closed, owner, reader, admin } = await openDocumentSet(models);
    for (const client of [owner, reader]) {
      const quotes = await quotesOf(client, closed.id);
      expect(quotes).toHaveLength(3);
      expect(Math.max(...quotes.map(({ length }) => length))).toBeLessThanOrEqual(320);
    }
    expect((await quotesOf(reader, open.id)).length).toBeGreaterThan(3);
    expect((await quotesOf(admin, closed.id)).length).toBeGreaterThan(3);
  });

  test('a restricted file is shown to a model and to the viewer only as far as the results quote it', async ({
    models,
  }) => {
    const { open, closed, reader, server } = await openDocumentSet(models);
    const events = await askQuestion(reader, QUESTION, { folderId: closed.id });
    const asked = events.find(({ type }) => type === 'asked');
    expect(asked?.type === 'asked' && asked.passages.length).toBe(3);
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify([events, server.requests])).not.toContain(SECRET);
    await askQuestion(reader, QUESTION, { folderId: open.id });
    expect(JSON.stringify(server.requests)).toContain(SECRET);
  });

  test('an answer from a restricted file is proved by its quotes, at their place in the document', async ({
    models,
  }) => {
    const { closed, reader, server } = await openDocumentSet(models);
    const quote = 'of the lease of the harbour warehouse';
    server.setReplies(replyWithChatCompletion(modelAnswer('It speaks of it.', [1, quote])));
    const last = (await askQuestion(reader, QUESTION, { folderId: closed.id })).at(-1);
    const [citation] = last?.type === 'answered' ? last.result.citations : [];
    expect(citation).toMatchObject({ fileName: 'closed.txt', quote });
    // Each paragraph is a line of the document's text.
    const text = PARAGRAPHS.join('\n');
    expect(text.slice(citation?.start, citation?.end)).toBe(quote);
    server.setReplies(replyWithChatCompletion(modelAnswer('A heron.', [1, SECRET])));
    const unproven = (await askQuestion(reader, QUESTION, { folderId: closed.id })).at(-1);
    expect(unproven).toEqual({ type: 'unanswered', reason: 'unproven' });
  });
});
