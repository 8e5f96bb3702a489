import { expect } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { test } from '#server/testing/test-app.ts';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
};

const messageOf = (method: string, params: object = {}) => ({
  method: 'POST' as const,
  url: '/mcp',
  headers: { ...HEADERS, 'mcp-method': method },
  payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: ENVELOPE } }),
});

test('only programs with a token are served, from no other site', async ({ testApp }) => {
  const owner = await testApp.user();
  const program = await createTokenClient(testApp.server, owner);
  const list = messageOf('tools/list');
  expect((await program.send(list)).body.result.tools.length).toBeGreaterThan(3);
  const metadata = 'http://localhost:3000/.well-known/oauth-protected-resource';
  for (const client of [testApp.anonymous, owner]) {
    const { status, headers } = await client.send(list);
    expect([status, headers['www-authenticate']]).toEqual([401, `Bearer resource_metadata="${metadata}"`]);
  }
  const inUrl = await testApp.anonymous.send({ ...list, url: `/mcp?token=${program.token}` });
  expect(inUrl.status).toBe(401);
  // A page whose host name points here (DNS rebinding) names the host that it chose.
  for (const origin of ['https://evil.test', 'http://localhost:80', 'null']) {
    const foreign = { ...list.headers, origin, host: URL.parse(origin)?.host ?? 'localhost:80' };
    expect([origin, (await program.send({ ...list, headers: foreign })).status]).toEqual([origin, 403]);
  }
  const visitor = await testApp.visitor({ inviter: owner, allFolders: true });
  expect((await visitor.send(list)).status).toBe(403);
  const administrator = await testApp.user({ isAdmin: true });
  await administrator.patch('/api/admin/system-settings', { maintenanceMode: true });
  expect((await program.send(list)).status).toBe(503);
  await administrator.patch('/api/admin/system-settings', { maintenanceMode: false });
});

test('the metadata names the server and how to send a token', async ({ testApp }) => {
  for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    expect((await testApp.anonymous.get(url)).body).toEqual({
      resource: 'http://localhost:3000/mcp',
      resource_name: 'Muniment',
      bearer_methods_supported: ['header'],
      scopes_supported: ['read', 'write', 'admin'],
    });
});

test('keeps no session and no stream, and limits messages', async ({ testApp }) => {
  const program = await createTokenClient(testApp.server, await testApp.user());
  for (const method of ['GET', 'DELETE'] as const) {
    const { status } = await program.send({ method, url: '/mcp', headers: { accept: 'text/event-stream' } });
    expect([method, status]).toEqual([method, 405]);
  }
  const listened = await program.send(
    messageOf('subscriptions/listen', { notifications: { toolsListChanged: true } }),
  );
  expect(listened.body.error).toBeDefined();
  const large = messageOf('tools/call', { name: 'search', arguments: { query: 'x'.repeat(1024 * 1024) } });
  expect((await program.send(large)).status).toBe(413);
  const wrong = await program.send(
    messageOf('tools/call', { name: 'search', arguments: { query: '', limit: 1_000 } }),
  );
  expect(JSON.stringify(wrong.body)).toMatch(/"isError":true|"error"/);
  const unknown = await program.send(messageOf('tools/call', { name: 'send_mail', arguments: {} }));
  expect(JSON.stringify(unknown.body)).toMatch(/"isError":true|"error"/);
  expect((await program.send({ ...messageOf('tools/list'), payload: '{"jsonrpc":' })).status).toBe(400);
});
