import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a member with requests and no document finds them on the home page', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { request } = page;
  const post = async (url: string, data: object) => (await request.post(url, { data })).json();
  const { id } = await api.createFolder('Deal');
  await post('/api/rooms', { folderId: id });
  const group = await post(`/api/rooms/${id}/groups`, { name: 'Bidder' });
  const other = await post(`/api/rooms/${id}/groups`, { name: 'Rival' });
  await request.put(`/api/groups/${group.id}/members`, { data: { emails: ['ada@bidder.example'] } });
  await post(`/api/rooms/${id}/requests`, { text: 'Tax returns', groupId: group.id });
  await post(`/api/rooms/${id}/requests`, { text: 'Leases', groupId: other.id });

  const [{ inviteUrl }] = await (await request.get(`/api/groups/${group.id}/members`)).json();
  const visitor = (await newBrowser()).page;
  await visitor.goto(inviteUrl);
  const room = visitor.getByRole('region', { name: 'Data room' });
  await expect(room.getByRole('link')).toHaveText(['Requests']);
  await expectAccessibleScreen(visitor, 'home of a member with requests alone');
  await room.getByRole('link', { name: 'Requests' }).click();
  await expect(visitor.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible();
  const entries = visitor.getByRole('main').getByRole('listitem').getByRole('button');
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText('Tax returns');
});
