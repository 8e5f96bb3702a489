import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

describe('GET /api/search', () => {
  test('a search returns the right document with a verbatim quote, its offsets and related documents', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const lease = 'Lease of the Harbour Warehouse.\n\nThe annual rent is 48,500 euro, payable in advance.';
    const file = await owner.file({ name: 'lease.txt', content: lease });
    await owner.file({ name: 'minutes.txt', content: 'The board met on Monday and approved the budget.' });
    await testApp.finishJobs();
    const { status, body } = await owner.get(ask('annual rent of the warehouse'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      query: 'annual rent of the warehouse',
      method: 'hybrid',
      fallback: false,
      sources: { vectorSearch: true, keywordSearch: true },
      timing: { duration: expect.any(Number), unit: 'ms' },
      documentInfo: {
        fileId: file.id,
        fileName: 'lease.txt',
        location: expect.stringContaining('Document content snippet:'),
      },
    });
    expect(body.answer).toContain('48,500 euro');
    expect(body.confidence).toBeGreaterThan(0);
    const [citation] = body.citations;
    expect(lease.replace('\n\n', '\n').slice(citation.start, citation.end)).toBe(citation.quote);
    expect(body.relatedDocuments[0]).toEqual({
      fileId: file.id,
      fileName: 'lease.txt',
      relevance: 1,
      preview: expect.any(String),
    });
  });

  test('a file without text is found by its name', async ({ testApp }) => {
    const owner = await testApp.user();
    const seal = await owner.file({ name: 'Company_Seal-2026.png', content: 'pixels' });
    await testApp.finishJobs();
    expect((await owner.get(ask('company seal'))).body.documentInfo.fileId).toBe(seal.id);
  });

  test('a question without an answer in the documents is reported as such', async ({ testApp }) => {
    const { body } = await (await testApp.user()).get(ask('unicorn'));
    expect(body).toMatchObject({
      answer: 'No answer found in the documents you can see',
      confidence: 0,
      documentInfo: null,
      relatedDocuments: [],
      citations: [],
    });
  });

  test('no user finds, counts or sees a word of an inaccessible document', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Project Nightingale');
    await owner.file({
      name: 'nightingale-inside.txt',
      content: 'The nightingale price is 9 million.',
      folderId: folder.id,
    });
    await owner.file({ name: 'nightingale-root.txt', content: 'Nightingale notes in the root.' });
    await testApp.finishJobs();
    const unrelatedUser = await testApp.user();
    const { body } = await unrelatedUser.get(ask('nightingale'));
    expect(body).toMatchObject({ documentInfo: null, relatedDocuments: [], citations: [], confidence: 0 });
    expect(JSON.stringify({ ...body, query: '' })).not.toMatch(/nightingale/i);
    expect((await testApp.anonymous.get(ask('nightingale'))).status).toBe(401);

    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const seen = (await visitor.get(ask('nightingale'))).body.relatedDocuments;
    expect(seen.map(({ fileName }: { fileName: string }) => fileName)).toEqual(['nightingale-inside.txt']);
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.get(ask('nightingale'))).body.relatedDocuments).toHaveLength(2);
  });

  test('a deleted, moved or revoked document is gone from the next search', async ({ testApp }) => {
    const owner = await testApp.user();
    const collaborator = await testApp.user();
    const folder = await owner.folder();
    await testApp.share(folder.id, collaborator);
    const [kept, moved, deleted] = [
      await owner.file({ name: 'kept.txt', content: 'kingfisher one', folderId: folder.id }),
      await owner.file({ name: 'moved.txt', content: 'kingfisher two', folderId: folder.id }),
      await owner.file({ name: 'deleted.txt', content: 'kingfisher three', folderId: folder.id }),
    ];
    await testApp.finishJobs();
    const found = async () =>
      (await collaborator.get(ask('kingfisher'))).body.relatedDocuments
        .map(({ fileId }: { fileId: number }) => fileId)
        .sort();
    expect(await found()).toEqual([kept.id, moved.id, deleted.id].sort());
    await owner.delete(`/api/files/${deleted.id}`);
    await owner.patch(`/api/files/${moved.id}/move`, { folderId: null });
    expect(await found()).toEqual([kept.id]);
    await testApp.unshare(folder.id, collaborator);
    expect(await found()).toEqual([]);
  });

  test('documents move with their folder and are found by its new path', async ({ testApp }) => {
    const owner = await testApp.user();
    const shared = await owner.folder('Cormorant deal');
    const moving = await owner.folder('Annexes');
    const file = await owner.file({ name: 'annex.txt', content: 'Schedule of assets', folderId: moving.id });
    const collaborator = await testApp.user();
    await testApp.share(shared.id, collaborator);
    await testApp.finishJobs();
    expect((await collaborator.get(ask('schedule of assets'))).body.documentInfo).toBeNull();
    await owner.patch(`/api/folders/${moving.id}`, { parentId: shared.id });
    expect((await collaborator.get(ask('schedule of assets'))).body.documentInfo.fileId).toBe(file.id);
    await testApp.finishJobs();
    expect((await collaborator.get(ask('cormorant schedule'))).body.documentInfo.fileId).toBe(file.id);
  });

  test('a search can be limited to one folder', async ({ testApp }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const below = await owner.folder('Below', top.id);
    const inside = await owner.file({ name: 'in.txt', content: 'pelican clause', folderId: below.id });
    await owner.file({ name: 'out.txt', content: 'pelican clause' });
    await testApp.finishJobs();
    const { body } = await owner.get(`${ask('pelican')}&folderId=${top.id}`);
    expect(body.relatedDocuments.map(({ fileId }: { fileId: number }) => fileId)).toEqual([inside.id]);
    expect((await (await testApp.user()).get(`${ask('pelican')}&folderId=${top.id}`)).status).toBe(404);
  });

  test('a user with a hundred concurrent searches is limited, and others are not', async ({ testApp }) => {
    const [hasty, other] = [await testApp.user(), await testApp.user()];
    const answers = Array.from({ length: 100 }, () => hasty.get(ask('albatross')));
    expect((await other.get(ask('albatross'))).status).toBe(200);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    expect((await hasty.get(ask('albatross'))).status).toBe(200);
  });

  test('with AI search off, any method is a keyword search and says so', async ({ testApp }) => {
    const [admin, owner] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const file = await owner.file({ content: 'A bittern easement' });
    await testApp.finishJobs();
    const set = (enableAISearch: boolean) => admin.patch('/api/admin/system-settings', { enableAISearch });
    await set(false);
    for (const method of ['', '&method=vector', '&method=hybrid', '&method=keyword']) {
      const { body } = await owner.get(`${ask('bittern easement')}${method}`);
      const sources = { vectorSearch: false, keywordSearch: true };
      expect(body).toMatchObject({ method: 'keyword', fallback: false, sources });
      expect(body.documentInfo.fileId).toBe(file.id);
    }
    await set(true);
    expect((await owner.get(ask('bittern easement'))).body.documentInfo.fileId).toBe(file.id);
  });

  test('the response has at most `limit` documents and citations', async ({ testApp }) => {
    const owner = await testApp.user();
    for (let number = 0; number < 4; number += 1)
      await owner.file({ name: `n${number}.txt`, content: `albatross number ${number}` });
    await testApp.finishJobs();
    const { body } = await owner.get(`${ask('albatross')}&limit=2`);
    expect([body.relatedDocuments.length, body.citations.length]).toEqual([2, 2]);
  });

  test.for([
    ['query=', 'query', 'Please enter a question to search'],
    ['query=%20%20', 'query', 'Please enter a question to search'],
    ['', 'query', expect.any(String)],
    ['query=a&method=magic', 'method', expect.any(String)],
    ['query=a&limit=0', 'limit', 'Must be a whole number from 1 to 100'],
    ['query=a&limit=101', 'limit', 'Must be a whole number from 1 to 100'],
    ['query=a&folderId=home', 'folderId', 'Must be a whole number above 0'],
    ['query=a&colour=red', 'colour', 'Unknown field'],
    [`query=${'x'.repeat(2001)}`, 'query', 'Use at most 2000 characters'],
  ])('%.40s is refused with its field', async ([query, field, message], { testApp }) => {
    const answer = await (await testApp.user()).get(`/api/search?${query}`);
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: message }]);
  });

  test.for([
    '"',
    '*',
    'a AND',
    'NEAR(',
    '\0',
    '🦩🦩',
    "'; drop table files; --",
    'x'.repeat(2000),
    '%',
    '((((',
  ])('%.20j is a valid query', async (words, { testApp }) => {
    const owner = await testApp.user();
    expect((await owner.get(ask(words))).status).toBe(200);
  });
});

describe('GET /api/search?reindex=true', () => {
  test('an administrator rebuilds the index; others may not', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ content: 'A spoonbill agreement' });
    await testApp.finishJobs();
    await testApp.server.services.searchIndex.clear();
    expect((await owner.get(ask('spoonbill'))).body.documentInfo).toBeNull();
    expect((await owner.get('/api/search?query=reindex&reindex=true')).status).toBe(403);
    const admin = await testApp.user({ isAdmin: true });
    const answer = await admin.get('/api/search?query=reindex&reindex=true');
    expect(answer.body).toEqual({ success: true, documents: expect.any(Number) });
    await testApp.finishJobs();
    expect((await owner.get(ask('spoonbill'))).body.documentInfo.fileId).toBe(file.id);
  });

  test('a link on another site cannot rebuild the index', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const url = '/api/search?query=reindex&reindex=true';
    expect((await admin.get(url, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await admin.get(url, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });
});
