import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { changeStart } from '../../support/actions/change-start.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a member gets the index of a room in which they see something, and answers name the folder of their source', {
  tag: '@full',
}, async ({ page, user: _, api, newBrowser }) => {
  const { request } = page;
  const post = async (url: string, data: object) => (await request.post(url, { data })).json();
  const { id } = await api.createFolder('Deal');
  await post('/api/rooms', { folderId: id });
  const group = await post(`/api/rooms/${id}/groups`, { name: 'Bidder' });
  await request.put(`/api/groups/${group.id}/members`, { data: { emails: ['ada@bidder.example'] } });
  const personnel = await api.createFolder('Personnel', id);
  const payroll = await api.createFolder('Payroll', personnel.id);
  await api.upload(makeText('Salaries.txt', 'The board earns 2.4 million euro.'), { folderId: payroll.id });
  const permissions = `/api/rooms/${id}/permissions`;
  const rows = await (await request.get(`${permissions}?folderId=${payroll.id}`)).json();
  const file = rows.find(({ kind }: { kind: string }) => kind === 'file');
  const cell = { kind: 'file', id: file.id, groupId: group.id, level: 'original', version: file.version };
  await request.patch(permissions, { data: { cells: [cell] } });
  await post(`/api/rooms/${id}/publications`, {});

  const [member] = await (await request.get(`/api/groups/${group.id}/members`)).json();
  const visitor = (await newBrowser()).page;
  await visitor.setViewportSize({ width: 380, height: 800 });
  await visitor.goto(member.inviteUrl);
  const room = visitor.getByRole('region', { name: 'Data room' });
  const downloading = visitor.waitForEvent('download');
  await room.getByRole('link', { name: 'Export Index' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);
  await changeStart(visitor, ({ home }) => ({
    home: home && { ...home, memberships: [{ roomId: id, isEmpty: true }] },
  }));
  await visitor.goto('/');
  await expect(room.getByRole('link')).toHaveText(['Requests']);
  await expectAccessibleScreen(visitor, 'room of a member');

  await visitor.goto('/search?q=What%20does%20the%20board%20earn%3F');
  const source = visitor.getByRole('main').getByRole('link', { name: /^Salaries\.txt/ });
  await expect(source).toContainText('Payroll');
  await expectAccessibleScreen(visitor, 'an answer with the folder of its source');
});
