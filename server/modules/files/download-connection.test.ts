import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('downloads over connections arrive unchanged, although the server frees what it sent', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const content = randomBytes(3_000_000);
  const { id } = await owner.file({ content, name: 'deed.bin' });
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  const headers = { cookie: owner.cookie ?? '' };
  const download = async (range?: string): Promise<Buffer> => {
    const response = await fetch(`${url}/api/files/${id}/download`, {
      headers: range === undefined ? headers : { ...headers, range },
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      // The server fills its buffers meanwhile.
      if (chunks.length % 4 === 0) await setImmediate();
    }
    return Buffer.concat(chunks);
  };
  const [first, second, part] = await Promise.all([download(), download(), download('bytes=70000-2499999')]);
  expect([first, second].map(sha256)).toEqual([sha256(content), sha256(content)]);
  expect(sha256(part)).toBe(sha256(content.subarray(70_000, 2_500_000)));
  testApp.server.http.server.closeAllConnections();
});
