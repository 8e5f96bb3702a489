import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { listen } from './testing/open-agent.ts';

const PROGRAM = new URL('../../../scripts/mcp-stdio.mjs', import.meta.url).pathname;

async function startAgent(env: Record<string, string>, mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'stdio', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM], env, stderr: 'ignore' }),
  );
  return client;
}

async function openRoom(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder('Given');
  await owner.folder('Hidden');
  const limits = { scope: 'read' as const, folderIds: [folder.id] };
  return createTokenClient(testApp.server, owner, limits);
}

test.for(['auto', 'legacy'] as const)(
  'an agent that speaks over stdio has the rights of the token alone, negotiating %s',
  async (mode, { testApp }) => {
    const { token, id } = await openRoom(testApp);
    const client = await startAgent({ MUNIMENT_URL: await listen(testApp), MUNIMENT_TOKEN: token }, mode);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['list_rooms', 'browse_folder', 'search', 'ask']));
    const answer = await client.callTool({ name: 'list_rooms', arguments: {} });
    expect(JSON.stringify(answer)).toContain('Given');
    expect(JSON.stringify(answer)).not.toContain('Hidden');
    await testApp.server.services.db.deleteFrom('api_tokens').where('id', '=', id).execute();
    await expect(client.callTool({ name: 'list_rooms', arguments: {} })).rejects.toThrow(
      'This token is not valid.',
    );
    await client.close();
  },
);

test('the program refuses to send its token without https, except to this machine', async () => {
  for (const MUNIMENT_URL of ['http://room.example.com', 'ftp://localhost', ''])
    await expect(startAgent({ MUNIMENT_URL, MUNIMENT_TOKEN: 'mun_abc' }, 'auto')).rejects.toThrow();
});
