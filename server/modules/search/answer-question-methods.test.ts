import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const ask = (words: string, method?: string) =>
  `/api/search?query=${encodeURIComponent(words)}${method === undefined ? '' : `&method=${method}`}`;

describe('GET /api/search with a method', () => {
  test.for([
    ['keyword', { method: 'keyword', sources: { vectorSearch: false, keywordSearch: true } }],
    ['vector', { method: 'vector', sources: { vectorSearch: true, keywordSearch: false } }],
    ['hybrid', { method: 'hybrid', sources: { vectorSearch: true, keywordSearch: true } }],
    ['auto', { method: 'hybrid', sources: { vectorSearch: true, keywordSearch: true } }],
  ] as const)('the method %s is used', async ([method, expected], { testApp }) => {
    const owner = await testApp.user();
    const content = 'The tenant of the harbour warehouse pays the annual rent in advance.';
    const file = await owner.file({ name: 'lease.txt', content });
    await testApp.finishJobs();
    const { body } = await owner.get(ask('When does the tenant of the warehouse pay the rent?', method));
    expect(body).toMatchObject({ ...expected, fallback: false });
    expect(body.documentInfo.fileId).toBe(file.id);
    expect(body.confidence).toBeGreaterThan(0);
    expect(body.confidence).toBeLessThan(1);
  });

  test('quoted phrases, codes and short queries are searched by keyword by default', async ({ testApp }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'a.txt', content: 'Exhibit EX-10.1 names the change of control.' });
    await testApp.finishJobs();
    for (const words of ['"change of control"', 'EX-10.1', 'exhibit', 'a.txt'])
      expect([words, (await owner.get(ask(words))).body.method]).toEqual([words, 'keyword']);
  });

  test('an inflected or misspelt word is found, but not by keyword', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name: 'a.txt', content: 'The indemnification survives the closing.' });
    await testApp.finishJobs();
    const found = async (method: string) =>
      (await owner.get(ask('indemnifcation', method))).body.relatedDocuments.map(
        ({ fileId }: { fileId: number }) => fileId,
      );
    expect(await found('hybrid')).toEqual([file.id]);
    expect(await found('vector')).toEqual([file.id]);
    expect(await found('keyword')).toEqual([]);
  });

  test('a question without hits is no fallback: nothing failed', async ({ testApp }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'the.txt', content: 'To be or not to be.' });
    await testApp.finishJobs();
    const { body } = await owner.get(ask('unicorn', 'vector'));
    expect(body).toMatchObject({ method: 'vector', fallback: false, confidence: 0 });
    expect(body.sources).toEqual({ vectorSearch: false, keywordSearch: false });
  });

  test('with AI search turned off every search is by keyword', async ({ testApp }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'a.txt', content: 'A spoonbill agreement between neighbours.' });
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    await db.insertInto('system_settings').values({ name: 'enableAISearch', value: 'false' }).execute();
    for (const method of ['hybrid', 'vector', 'auto'])
      expect(
        (await owner.get(ask('Who made the spoonbill agreement, and when?', method))).body,
      ).toMatchObject({
        method: 'keyword',
        sources: { vectorSearch: false, keywordSearch: true },
      });
    await db.deleteFrom('system_settings').where('name', '=', 'enableAISearch').execute();
  });

  test('no method finds or reveals a word of an invisible document', async ({ testApp }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'secret.txt', content: 'Nightjar costs nine million. Nightjar is a takeover.' });
    const unrelatedUser = await testApp.user();
    await unrelatedUser.file({ name: 'mine.txt', content: 'A takeover costs nine pounds.' });
    await testApp.finishJobs();
    for (const method of ['keyword', 'vector', 'hybrid', 'auto']) {
      const alone = (await unrelatedUser.get(ask('What is nightjar about, and nightjars?', method))).body;
      expect([method, alone.relatedDocuments, alone.confidence]).toEqual([method, [], 0]);
    }
  });

  test('without enough evidence there is no answer, but related documents', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({
      name: 'garden.txt',
      content: 'Roses need water. The gardener comes on Fridays and brings a ladder.',
    });
    await testApp.finishJobs();
    const question = 'Which ladder did the astronauts of the lunar mission use to repair the antenna?';
    const { body } = await owner.get(ask(question));
    expect(body.answer).toBe('No answer found in the documents you can see');
    expect(body.relatedDocuments[0].fileId).toBe(file.id);
  });
});
