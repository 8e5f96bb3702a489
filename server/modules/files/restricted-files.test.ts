import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { signUrl } from '#server/testing/clients/signed-url.ts';
import { endpointUrl, listEndpoints } from '#server/testing/list-endpoints.ts';
import { test } from '#server/testing/test-app.ts';

const SECRET = 'Quintessence of the secret covenant';
const DOCUMENTS = {
  'deed.pdf': await makePdf([[{ text: SECRET, y: 700 }]]),
  'deed.txt': Buffer.from(`${SECRET}\n`.repeat(50)),
  'deed.json': Buffer.from(JSON.stringify({ contract: SECRET })),
};
const ofFiles = (await listEndpoints()).filter(
  ({ method, path }) => method === 'GET' && path.startsWith('/api/files/:id'),
);
const WAYS: readonly Record<string, string>[] = [
  {},
  { range: 'bytes=0-' },
  { range: 'bytes=0-3' },
  { range: 'bytes=-100', 'if-range': '"anything"' },
  { 'if-none-match': '*' },
  { accept: 'application/pdf' },
];

describe.each(Object.entries(DOCUMENTS))('a restricted %s', (name, content) => {
  test('no call returns it or a part of it, except to administrators', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const file = await owner.file({ name, content, folderId: folder.id, allowDownload: false });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    await testApp.finishJobs();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const start = content.subarray(0, 8);
    // The placeholder of a document quotes its first words, which everybody who may see the file may read; a text
    // file has none.
    const isQuoted = (path: string) => name.endsWith('.pdf') && path === '/api/files/:id';

    const take = async (client: TestClient, path: string, headers: Record<string, string>) => {
      const plain = endpointUrl(
        { path: path.replace(':page', '1') } as (typeof ofFiles)[number], // all that it reads
        String(file.id),
      );
      const url = await signUrl(client, plain);
      const method = 'GET';
      for (const options of [
        { method, url, headers },
        { method: 'HEAD', url, headers },
      ] as const) {
        const { bytes, headers: sent } = await client.send(options);
        const everything = Buffer.concat([Buffer.from(JSON.stringify(sent)), bytes]);
        expect([path, everything.includes(start)]).toEqual([path, false]);
        expect([path, everything.includes(sha256)]).toEqual([path, false]);
        if (!isQuoted(path)) expect([path, everything.includes('Quintessence')]).toEqual([path, false]);
      }
    };
    for (const client of [owner, visitor])
      for (const { path } of ofFiles) for (const headers of WAYS) await take(client, path, headers);
  });

  test('the refusal of a restricted file is the same for the owner and a visitor with download permission', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const file = await owner.file({ name, content, folderId: folder.id, allowDownload: false });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    for (const client of [owner, visitor])
      for (const path of ['view', 'download']) {
        const answer = await client.get(`/api/files/${file.id}/${path}`);
        expect([answer.status, answer.body, answer.headers['etag']]).toEqual([
          403,
          {
            error: 'You can view information about this file, but download is restricted.',
            code: 'forbidden',
          },
          undefined,
        ]);
      }
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.get(`/api/files/${file.id}/view`)).bytes.equals(content)).toBe(true);
  });
});

test('there are file calls to test', () => {
  expect(ofFiles.length).toBeGreaterThan(5);
});
