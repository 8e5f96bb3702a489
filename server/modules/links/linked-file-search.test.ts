import { expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { test } from '#server/testing/test-app.ts';

test('a visitor searches the files that a link names, and nothing beside them', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Around it');
  const content = 'The osprey nests in April.';
  const linked = await owner.file({ name: 'one.txt', content, folderId: folder.id });
  await owner.file({ name: 'two.txt', content, folderId: folder.id });
  const outside = await owner.file({ name: 'three.txt', content });
  await testApp.finishJobs();
  const targets = [linked, outside].map(({ id }) => ({ kind: 'file', id }));
  const { body: link } = await owner.post('/api/links', { name: 'Two', targets });
  const browser = openAccessPage(testApp.server, link.url);
  await browser.submit('email', { email: 'guest@example.test' });
  await browser.submit('enter');
  const search = async () => {
    const { body } = await browser.get('/api/search?query=osprey&limit=100');
    const names = [...body.citations, ...body.relatedDocuments].map(({ fileName }) => fileName);
    return [...new Set(names)].sort();
  };
  expect(await search()).toEqual(['one.txt', 'three.txt']);
  expect(JSON.stringify((await browser.get('/api/search?query=osprey')).body)).not.toContain('Around it');
  await owner.delete(`/api/files/${outside.id}`);
  expect(await search()).toEqual(['one.txt']);
});
