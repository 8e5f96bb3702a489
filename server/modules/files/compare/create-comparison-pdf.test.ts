import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { test } from '#server/testing/test-app.ts';

const replace = (person: TestClient, id: number, content: string) =>
  person.form(`/api/files/${id}/versions`, [{ name: 'file', value: content, filename: 'note.txt' }]);

test('a comparison is downloaded as a PDF by those who may read the text of both versions', async ({
  testApp,
}) => {
  const [owner, collaborator] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Deal');
  await testApp.share(folder.id, collaborator);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  const { id } = await owner.file({ content: 'The rent is 900 euros.', folderId: folder.id });
  await replace(owner, id, 'The rent is 950 euros, 家賃.');
  await testApp.finishJobs();
  const path = `/api/files/${id}/compare/pdf?a=1&b=2`;
  const answer = await owner.get(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toContain('Comparison of note.txt, versions 1 and 2.pdf');
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  // The PDF is searched like any other: its text is that of the changes.
  const copy = await owner.file({ name: 'Comparison.pdf', content: answer.bytes });
  await testApp.finishJobs();
  const { body } = await owner.get(`/api/search?query=${encodeURIComponent('rent 950 euros')}`);
  expect(JSON.stringify(body)).toContain('950');
  expect((await owner.get(`/api/files/${copy.id}`)).body.indexStatus).toMatch(/indexed|partly/);
  expect((await visitor.get(path)).status).toBe(404);
  const { db } = testApp.server.services;
  const exports = db.selectFrom('audit_log').selectAll().where('action', '=', 'file.comparison-export');
  expect((await exports.execute()).map(({ object_id }) => object_id)).toEqual([id]);
});
