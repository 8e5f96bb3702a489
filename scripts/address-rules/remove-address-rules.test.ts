import { expect } from 'vitest';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { withWritableInstallation } from '../command-line/open-installation.ts';
import { removeAddressRules } from './remove-address-rules.ts';

const RULES = '/api/admin/address-rules';

test('the operator removes the rules of accounts beside the running server', async ({ testApp }) => {
  const administrator = await testApp.user({ isAdmin: true });
  const { root } = await openRoom(testApp);
  const elsewhere = createTestClient(testApp.server.http, administrator.cookie, {
    remoteAddress: '203.0.113.7',
  });
  const room = { roomId: root.id, ranges: ['203.0.113.7'] };
  await putJson(administrator, RULES, { administrators: ['127.0.0.1'], staff: [], rooms: [room] });
  const remove = () =>
    withWritableInstallation(testApp.server.services.config, (installation) =>
      removeAddressRules(installation, testApp.server.services.now()),
    );
  expect((await elsewhere.get(RULES)).status).toBe(401);
  await remove();
  expect((await elsewhere.get(RULES)).body).toEqual({
    administrators: [],
    staff: [],
    rooms: [{ ...room, name: 'Deal' }],
    address: '203.0.113.7',
  });
  await expect(remove()).rejects.toThrow('There are no address rules');
  expect((await listAuditEvents(testApp)).map(({ details }) => details)).toContainEqual({
    addressRules: 'removed',
    byOperator: true,
  });
});
