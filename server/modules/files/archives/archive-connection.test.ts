import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestApp } from '#server/testing/test-app.ts';

/** Starts an app that listens, with a user and a folder to download. */
async function openListeningApp() {
  const testApp = await openTestApp();
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    testApp.server.http.server.closeAllConnections();
    await testApp.close();
  });
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder();
  /** Resolves with the head of the response; its body is not read yet. */
  const fetchArchive = async (): Promise<IncomingMessage> => {
    const call = request(`${url}/api/folders/${folderId}/archive`, {
      agent: false,
      headers: { cookie: owner.cookie ?? '' },
    });
    const answered: Promise<IncomingMessage[]> = once(call.end(), 'response');
    const [answer] = await answered;
    if (!answer) throw new Error('There was no answer');
    return answer;
  };
  return { testApp, owner, folderId, fetchArchive };
}

async function drain(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  return bytes;
}

const objectOf = (dataDir: string, key: string): string =>
  join(dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key);

/** Changes to the second of three files. */
test.for<[string, (dataDir: string, blobKey: string) => Promise<void>]>([
  ['lost in', (dataDir, key) => rm(objectOf(dataDir, key))],
  [
    'damaged in the middle of',
    async (dataDir, key) => {
      const object = await readFile(objectOf(dataDir, key));
      object.writeUInt8(object.readUInt8(100_000) ^ 1, 100_000);
      await writeFile(objectOf(dataDir, key), object);
    },
  ],
])(
  'a file that is %s the store aborts the archive, so that it never looks complete',
  async ([_how, harm]) => {
    const { testApp, owner, folderId, fetchArchive } = await openListeningApp();
    await owner.file({ name: 'a.txt', folderId });
    const { id } = await owner.file({ name: 'b.txt', folderId, content: randomBytes(300_000) });
    await owner.file({ name: 'c.txt', folderId });
    expect(await drain(await fetchArchive())).toBeGreaterThan(300_000);
    const { blob_key } = await testApp.server.services.db
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await harm(testApp.dataDir, blob_key);
    await expect(fetchArchive().then(drain)).rejects.toThrow();
  },
);

test('a disconnect ends the archive, and a fourth concurrent archive is refused', async () => {
  const { testApp, owner, folderId, fetchArchive } = await openListeningApp();
  const big = randomBytes(20 * 1024 ** 2);
  await owner.file({ name: 'a.pdf', content: big, folderId });
  await owner.file({ name: 'b.pdf', content: big, folderId });
  const open = vi.spyOn(testApp.server.services.blobs, 'open');
  const waiting = await Promise.all([fetchArchive(), fetchArchive(), fetchArchive()]);
  expect(waiting.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const refused = await fetchArchive();
  expect(refused.statusCode).toBe(429);
  refused.resume();
  for (const answer of waiting) answer.destroy();
  await vi.waitFor(async () => {
    const answer = await fetchArchive();
    answer.destroy();
    expect(answer.statusCode).toBe(200);
  }, 15_000);
  const opened = await Promise.all(open.mock.results.map(({ value }) => value));
  await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true);
});
