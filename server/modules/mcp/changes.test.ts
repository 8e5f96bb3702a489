import { afterEach, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { test } from '#server/testing/test-app.ts';
import { closeAgents, listen, openAgent } from './testing/open-agent.ts';

const WRITING = ['create_folder', 'upload_text_file'];

afterEach(closeAgents);

test('an agent creates folders and files once a person has confirmed each of them', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Reports');
  const asked: string[] = [];
  const confirm = (message: string) => asked.push(message) > 0;
  const agent = await openAgent(testApp, owner, { scope: 'write' }, { confirm });
  expect(await agent.listTools()).toEqual(expect.arrayContaining(WRITING));
  const position = await findLastPosition(testApp);
  const created = await agent.call('create_folder', { name: 'Drafts', parentId: folder.id });
  expect(created.value).toEqual((await owner.get(`/api/folders/${created.value.id}`)).body);
  const file = { name: 'notes.txt', folderId: created.value.id, content: 'Three findings.' };
  const uploaded = (await agent.call('upload_text_file', file)).value;
  expect((await owner.get(`/api/files/${uploaded.id}`)).body.content).toBe('Three findings.');
  expect(asked).toEqual([
    'Create the folder “Drafts” in the folder “Reports”?',
    'Upload “notes.txt” (15 characters) in the folder “Drafts”?',
  ]);
  const events = await listAuditEvents(testApp, position);
  const changes = events.filter(({ action }) => ['folder.create', 'file.upload'].includes(action));
  expect(changes.map(({ details }) => details?.['through'])).toEqual(['Analyst', 'Analyst']);
});

test('nothing changes after a no, without rights, or without somebody to ask', async ({ testApp }) => {
  const [owner, other] = [await testApp.user(), await testApp.user()];
  const hidden = await other.folder('Hidden');
  const given = await owner.folder('Given');
  const folders = async () => (await owner.get('/api/folders')).body.length;
  const change = { name: 'New', parentId: given.id };

  const refusing = await openAgent(testApp, owner, { scope: 'write' }, { confirm: () => false });
  const refused = await refusing.call('create_folder', change);
  expect([refused.isError, refused.value]).toEqual([true, 'The change was not confirmed.']);

  const asked: string[] = [];
  const confirm = (message: string) => asked.push(message) > 0;
  const limits = { scope: 'write' as const, folderIds: [given.id] };
  const limited = await openAgent(testApp, owner, limits, { confirm });
  for (const parentId of [hidden.id, null]) {
    const { isError } = await limited.call('upload_text_file', {
      name: 'a.txt',
      folderId: parentId,
      content: 'A',
    });
    expect([parentId, isError]).toEqual([parentId, true]);
    expect((await limited.call('create_folder', { name: 'New', parentId })).isError).toBe(true);
  }
  // A place that may not be seen is not named in a question either.
  expect(asked.join()).not.toContain('Hidden');

  const reading = await openAgent(testApp, owner, { scope: 'read' }, { confirm });
  const legacy = await openAgent(testApp, owner, { scope: 'write' }, { confirm, isLegacy: true });
  const mute = await openAgent(testApp, owner, { scope: 'write' });
  for (const agent of [reading, legacy]) expect(await agent.listTools()).not.toContain('create_folder');
  for (const agent of [reading, legacy, mute]) {
    // The protocol itself refuses the call without the tool or the capability.
    const isRefused = await agent.call('create_folder', change).then(
      ({ isError }) => isError,
      () => true,
    );
    expect(isRefused).toBe(true);
  }
  expect(await folders()).toBe(1);
});

test('a confirmation counts once, for one change and one token', async ({ testApp }) => {
  const owner = await testApp.user();
  const [one, other] = [
    await openAgent(testApp, owner, { scope: 'write' }, { confirm: () => true }),
    await openAgent(testApp, owner, { scope: 'write' }, { confirm: () => true }),
  ];
  const origin = await listen(testApp);
  const call = async (token: string, name: string, round: object = {}) => {
    const response = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'create_folder',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'create_folder',
          arguments: { name, parentId: null },
          ...round,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
          },
        },
      }),
    });
    return response.json() as Promise<{ result?: Record<string, unknown>; error?: { message: string } }>;
  };
  const asked = await call(one.token, 'Agreed');
  expect(asked.result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
  const agreed = {
    inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
    requestState: asked.result?.['requestState'],
  };
  // Another name than the person agreed to, an agreement nobody asked for, and another token.
  expect((await call(one.token, 'Another', agreed)).result).toMatchObject({ isError: true });
  const { requestState: _, ...invented } = agreed;
  expect((await call(one.token, 'Agreed', invented)).result).toMatchObject({ isError: true });
  expect((await call(other.token, 'Agreed', agreed)).error?.message).toBe('Invalid or expired requestState');
  expect((await owner.get('/api/folders')).body).toEqual([]);
  // Sent three times at once, the same yes makes one folder; the person is asked again about the others.
  const answers = await Promise.all([1, 2, 3].map(() => call(one.token, 'Agreed', agreed)));
  expect(answers.map(({ result }) => result?.['resultType'] === 'input_required').sort()).toEqual([
    false,
    true,
    true,
  ]);
  expect(answers.some(({ result }) => result?.['isError'] === true)).toBe(false);
  expect((await owner.get('/api/folders')).body).toMatchObject([{ name: 'Agreed' }]);
});
