import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MULTIPART_TYPE } from '#server/testing/clients/inject-client.ts';
import { MULTIPART_FRAME, openStreamedUpload, sendZeroes } from '#server/testing/clients/streamed-upload.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const MB = 1024 ** 2;
const TOO_LARGE = {
  error: 'The file is larger than the limit of 1 MB. Upload a smaller file.',
  code: 'too-large',
};

/** Starts an app that listens, with a limit of 1 MB and a user. */
async function openListeningApp() {
  const testApp = await openTestApp({ config: { uploadCeilingMb: 1 } });
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    testApp.server.http.server.closeAllConnections();
    await testApp.close();
  });
  const owner = await testApp.user();
  return {
    testApp,
    url,
    owner,
    cookie: owner.cookie ?? '',
    /** Expects nothing stored, nothing left over, nothing listed. */
    async expectNothingKept(): Promise<void> {
      const objects = join(testApp.dataDir, 'objects');
      await expect.poll(() => readdir(join(objects, 'incoming'))).toEqual([]);
      // A complete file is stored before its form ends, and removed when the end does not come.
      await expect.poll(() => Array.fromAsync(testApp.server.services.blobs.keys())).toEqual([]);
      expect((await owner.get('/api/files')).body).toEqual([]);
    },
  };
}

/** Writes everything before it reads the response, as simple clients do. */
async function writeAllThenRead(url: string, cookie: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, 'connect');
  const length = MULTIPART_FRAME.opening.length + bytes + MULTIPART_FRAME.ending.length;
  const head = [
    'POST /api/files HTTP/1.1',
    `host: ${hostname}`,
    `cookie: ${cookie}`,
    `content-type: ${MULTIPART_TYPE}`,
  ];
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`);
  socket.write(MULTIPART_FRAME.opening);
  const chunk = Buffer.alloc(MB);
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  socket.write(MULTIPART_FRAME.ending);
  return Buffer.concat(await socket.toArray()).toString();
}

describe('an upload above the limit', () => {
  test('an oversized upload is refused while it is being sent, and leaves nothing', async () => {
    const { url, cookie, expectNothingKept } = await openListeningApp();
    const { sending, answer } = openStreamedUpload(url, cookie);
    await sendZeroes(sending, 3 * MB);
    expect(await answer).toEqual({ status: 413, body: TOO_LARGE });
    sending.destroy();
    await expectNothingKept();
  });

  test('an oversized upload is reported to a client that writes everything before it reads', async () => {
    const { url, cookie, expectNothingKept } = await openListeningApp();
    const answer = await writeAllThenRead(url, cookie, 64 * MB);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(JSON.stringify(TOO_LARGE));
    await expectNothingKept();
  });

  test('an oversized upload is reported to fetch, and the next request on the connection is served', async () => {
    const { url, cookie, expectNothingKept } = await openListeningApp();
    for (const megabytes of [2, 3, 30, 2]) {
      const form = new FormData();
      form.append('file', new Blob([Buffer.alloc(megabytes * MB)]), 'big.bin');
      const answer = await fetch(`${url}/api/files`, { method: 'POST', headers: { cookie }, body: form });
      expect([answer.status, await answer.json()]).toEqual([413, TOO_LARGE]);
    }
    await expectNothingKept();
  });
});

test('a forbidden upload is refused while it is being sent, and nothing is kept', async () => {
  const { url, expectNothingKept } = await openListeningApp();
  expect(await writeAllThenRead(url, '', 20 * MB)).toMatch(/^HTTP\/1\.1 401 /);
  const { sending, answer } = openStreamedUpload(url, undefined);
  expect(await answer).toMatchObject({ status: 401, body: { error: 'Sign in first' } });
  sending.destroy();
  await expectNothingKept();
});

test('a client that disconnects in the middle of its file leaves nothing', async () => {
  const { testApp, url, cookie, expectNothingKept } = await openListeningApp();
  const incoming = join(testApp.dataDir, 'objects', 'incoming');
  const { sending } = openStreamedUpload(url, cookie);
  await sendZeroes(sending, MB / 2);
  await expect.poll(() => readdir(incoming)).toHaveLength(1);
  sending.destroy();
  await expectNothingKept();
});

test('a client that disconnects between its file and the end of the form leaves nothing', async () => {
  const { url, cookie, expectNothingKept } = await openListeningApp();
  const { sending } = openStreamedUpload(url, cookie);
  await sendZeroes(sending, MB / 2);
  sending.write('\r\n--muniment-test-boundary\r\ncontent-disposition: form-data; name="folderId"\r\n\r\n');
  await new Promise((resolve) => sending.write('1', resolve));
  sending.destroy();
  await expectNothingKept();
});

test('a slow upload blocks nobody', async () => {
  const { url, owner, cookie } = await openListeningApp();
  const slow = openStreamedUpload(url, cookie);
  await sendZeroes(slow.sending, MB / 4);
  const quick = Array.from({ length: 5 }, async () => {
    const { sending, answer } = openStreamedUpload(url, cookie);
    await sendZeroes(sending, MB / 4);
    sending.end(MULTIPART_FRAME.ending);
    return (await answer).status;
  });
  expect(await Promise.all(quick)).toEqual([201, 201, 201, 201, 201]);
  await owner.folder();
  await sendZeroes(slow.sending, MB / 4);
  slow.sending.end(MULTIPART_FRAME.ending);
  expect(await slow.answer).toMatchObject({ status: 201, body: { size: MB / 2 } });
});
