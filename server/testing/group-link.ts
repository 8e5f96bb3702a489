import { openAccessPage } from './link-client.ts';
import { receiveCode } from './mailed-link-code.ts';
import { grant, openRoom } from './room-fixture.ts';
import type { TestApp } from './test-app.ts';

let addresses = 0;
/** Returns an address that no other test of the file uses. */
export function nextAddress(): string {
  addresses += 1;
  return `bidder-${addresses}@example.test`;
}

/** Comes through a link that asks for the code, with this address. */
export async function comeThrough(testApp: TestApp, url: string, email: string) {
  const browser = openAccessPage(testApp.server, url);
  await browser.submit('email', { email });
  await browser.submit('code', { code: await receiveCode(testApp, browser) });
  return { browser, entered: await browser.submit('enter') };
}

/** Opens a room with a link into its group, which may look at the outer folder. Needs an app with a mail server. */
export async function openGroupLink(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  await grant(owner, root.id, { folder: { id: inner.id, parentId: root.id }, group, level: 'view' });
  const create = (body: object) => owner.post('/api/links', { name: 'Bidders', ...body });
  const settings = { requireCode: true, level: 'download' };
  const { body: link } = await create({ groupId: group.id, settings });
  const come = (email: string, { url }: { url: string } = link) => comeThrough(testApp, url, email);
  return { ...room, create, settings, link, come };
}
