import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import type { PermissionLevel } from '#shared/contracts/rooms/permissions.ts';

const PDF = await makePdf([[{ text: 'First', y: 700 }]]);

const isWatermarked = async (bytes: Buffer) =>
  (await PDFDocument.load(bytes)).getPage(0).node.Resources()?.toString().includes('/Image-');

test('a group with the level download gets PDFs with a watermark and no other bytes, with original all as they are', async ({
  testApp,
}) => {
  const [owner, member] = [await testApp.user(), await testApp.user()];
  const root = await owner.folder('Deal');
  const folder = await owner.folder('Contracts', root.id);
  const pdf = await owner.file({ name: 'deed.pdf', content: PDF, folderId: folder.id });
  const restricted = await owner.file({
    name: 'restricted.pdf',
    content: PDF,
    folderId: folder.id,
    allowDownload: false,
  });
  const text = await owner.file({ folderId: folder.id });
  await owner.post('/api/rooms', { folderId: root.id });
  const group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bank' })).body;
  await owner.send({
    method: 'PUT',
    url: `/api/groups/${group.id}/members`,
    payload: { emails: [member.email] },
  });
  const url = `/api/rooms/${root.id}/permissions`;
  async function grant(level: PermissionLevel) {
    const [{ version }] = (await owner.get(url)).body;
    const cell = { kind: 'folder', id: folder.id, groupId: group.id, level, version };
    expect((await owner.patch(url, { cells: [cell] })).status).toBe(200);
  }
  const download = (id: number, path = 'download') => member.get(`/api/files/${id}/${path}`);

  await grant('download');
  for (const path of ['download', 'view']) {
    const { status, bytes } = await download(pdf.id, path);
    expect([status, await isWatermarked(bytes)]).toEqual([200, true]);
  }
  expect((await download(text.id)).status).toBe(403);
  expect((await download(text.id, 'view')).status).toBe(403);
  expect((await member.get(`/api/files/${text.id}`)).body.content).toBeNull();
  expect((await member.get(`/api/files/${pdf.id}/pages`)).body.isWatermarked).toBe(true);
  const archive = await unzip((await member.get(`/api/folders/${folder.id}/archive`)).bytes);
  const inArchive = archive.find(({ path }) => path.endsWith('deed.pdf'));
  expect(await isWatermarked(inArchive?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(archive.some(({ path }) => path.endsWith('.txt'))).toBe(false);

  await grant('original');
  expect((await download(pdf.id)).bytes).toEqual(PDF);
  expect((await download(text.id)).status).toBe(200);
  expect((await member.get(`/api/files/${pdf.id}/pages`)).body.isWatermarked).toBe(false);
  expect((await download(restricted.id)).status).toBe(403);

  await grant('view');
  for (const { id } of [pdf, text]) expect((await download(id)).status).toBe(403);
  expect((await member.get(`/api/folders/${folder.id}/archive`)).status).toBe(403);
});
