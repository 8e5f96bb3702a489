import { once } from 'node:events';
import { expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { test } from '#server/testing/test-app.ts';
import { openConnection } from './live-connection.ts';
import { Viewers } from './viewers.ts';

const tokenOf = (cookie: string | undefined): string => cookie?.split('=')[1] ?? '';
const connectWith = (sessionToken: string) =>
  openConnection({ sessionToken, viewAsToken: undefined, address: '127.0.0.1' });

test('a connection that closes late leaves the viewer who connected after its end', async ({ testApp }) => {
  const viewers = new Viewers(testApp.server.services);
  const actor = { kind: 'user', id: 1, isAdmin: false } as const;
  const [ended, closed, next] = [connectWith('1'), connectWith('2'), connectWith('3')];
  const before = viewers.add(actor, ended);
  viewers.add(actor, closed);
  // The session of the first one is over; its stream takes a moment to close.
  before.connections.delete(ended);
  closed.stream.destroy();
  await once(closed.stream, 'close');
  const viewer = viewers.add(actor, next);
  ended.stream.destroy();
  await once(ended.stream, 'close');
  expect(viewers.all).toEqual([viewer]);
});

test('a connection that begins while sessions are checked goes on', async ({ testApp }) => {
  const user = await testApp.user();
  const second = createTestClient(testApp.server.http);
  await second.post('/api/login', { username: user.username, password: PASSWORD });
  const viewers = new Viewers(testApp.server.services);
  const actor = { kind: 'user', id: user.id, isAdmin: false } as const;
  const viewer = viewers.add(actor, connectWith(tokenOf(user.cookie)));
  const checked = viewers.refresh([viewer], testApp.server.services.now());
  const later = connectWith(tokenOf(second.cookie));
  viewers.add(actor, later);
  await checked;
  expect(viewer.connections.size).toBe(2);
  await user.post('/api/logout');
  await viewers.refresh([viewer], testApp.server.services.now());
  expect([...viewer.connections]).toEqual([later]);
});
