import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const typing = (words: string) => `/api/search/suggestions?query=${encodeURIComponent(words)}`;

describe('GET /api/search/suggestions', () => {
  test('the beginning of a name finds the file and the folder', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Heron leases');
    const file = await owner.file({ name: 'heron_harbour.txt', content: 'A lease.', folderId: folder.id });
    await owner.file({ name: 'other.txt', content: 'The heron is only in the text.' });
    await testApp.finishJobs();
    expect((await owner.get(typing('hero'))).body).toEqual({
      names: [
        { kind: 'folder', id: folder.id, name: 'Heron leases' },
        { kind: 'file', id: file.id, name: 'heron_harbour.txt' },
      ],
      didYouMean: null,
    });
    expect((await owner.get(typing('heron har'))).body.names).toEqual([
      { kind: 'file', id: file.id, name: 'heron_harbour.txt' },
    ]);
  });

  test('a misspelt word is corrected from the text', async ({ testApp }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'a.txt', content: 'The indemnification clause survives the termination.' });
    await testApp.finishJobs();
    const { body } = await owner.get(typing('What of indemnifcation and 10 terminatoin?'));
    expect(body.didYouMean).toBe('What of indemnification and 10 termination?');
    expect((await owner.get(typing('termination clause'))).body.didYouMean).toBeNull();
  });

  test('suggestions reveal no invisible name or word', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Bluethroat deal');
    await owner.file({
      name: 'bluethroat.txt',
      content: 'The establishment of a quetzalcoatlus.',
      folderId: folder.id,
    });
    const unrelatedUser = await testApp.user();
    await unrelatedUser.file({ name: 'mine.txt', content: 'We establish and price.' });
    await testApp.finishJobs();
    for (const typed of ['bluethroat', 'bluethroet', 'quetzalcoatlos', 'blue', 'establishmant'])
      expect([typed, (await unrelatedUser.get(typing(typed))).body]).toEqual([
        typed,
        { names: [], didYouMean: null },
      ]);
    expect((await owner.get(typing('quetzalcoatlos'))).body.didYouMean).toBe('quetzalcoatlus');
    expect((await testApp.anonymous.get(typing('bluethroat'))).status).toBe(401);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    expect((await visitor.get(typing('bluethroat'))).body.names).toHaveLength(2);
    await owner.delete(`/api/folders/${folder.id}`);
    expect((await visitor.get(typing('bluethroat'))).body.names).toEqual([]);
  });

  test('with a folder, only names in it are suggested, to those who see it', async ({ testApp }) => {
    const owner = await testApp.user();
    const root = await owner.folder('Deal');
    const inner = await owner.folder('Avocet papers', root.id);
    const file = await owner.file({ name: 'avocet wetland survey.txt', folderId: inner.id });
    const elsewhere = await owner.folder('Avocet');
    for (let number = 0; number < 8; number += 1)
      await owner.file({ name: `avocet ${number}.txt`, folderId: number % 2 ? elsewhere.id : null });
    await testApp.finishJobs();
    const admin = await testApp.user({ isAdmin: true });
    for (const client of [owner, admin]) {
      const { body } = await client.get(`${typing('avocet')}&folderId=${root.id}`);
      expect(body.names).toEqual([
        { kind: 'folder', id: inner.id, name: 'Avocet papers' },
        { kind: 'file', id: file.id, name: 'avocet wetland survey.txt' },
      ]);
    }
    const unrelatedUser = await testApp.user();
    expect((await unrelatedUser.get(`${typing('avocet')}&folderId=${root.id}`)).status).toBe(404);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [elsewhere.id, inner.id] });
    expect((await visitor.get(`${typing('avocet')}&folderId=${root.id}`)).status).toBe(404);
    const seen = (await visitor.get(`${typing('avocet')}&folderId=${inner.id}`)).body.names;
    expect(seen.map(({ id }: { id: number }) => id)).toEqual([inner.id, file.id]);
  });

  test('at most eight names are suggested, shortest first', async ({ testApp }) => {
    const owner = await testApp.user();
    for (let number = 0; number < 10; number += 1)
      await owner.file({ name: `${'old '.repeat(number)}bittern ${number}.txt` });
    await testApp.finishJobs();
    const { names } = (await owner.get(typing('bitt'))).body;
    expect(names).toHaveLength(8);
    expect(names[0].name).toBe('bittern 0.txt');
  });

  test.for(['%', '_', '\\', '"', '🦩', 'x'.repeat(2000), '((('])(
    '%.10j is a valid input',
    async (words, { testApp }) => {
      const owner = await testApp.user();
      await owner.folder('Plain');
      expect((await owner.get(typing(words))).body).toEqual({ names: [], didYouMean: null });
    },
  );

  test('an empty query is refused', async ({ testApp }) => {
    const answer = await (await testApp.user()).get(typing(' '));
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { query: 'Please enter a question to search' },
    ]);
  });
});
