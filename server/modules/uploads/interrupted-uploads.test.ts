import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TUS_HEADERS, UPLOAD_MEDIA_TYPE } from '#server/testing/clients/tus-client.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '#server/testing/server-process.ts';

vi.setConfig({ testTimeout: 60_000 });

const MB = 1024 * 1024;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-resumable-'));
});
// An upload that was cut off may still be removing its file.
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD, ...env });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return server;
}

interface Sending {
  /** The URL of an upload that was begun before. */
  uploadUrl?: string;
  chunkSize?: number;
  /** Called after each response with the acknowledged bytes; an error ends the upload. */
  onChunk?: (acknowledged: number) => void;
}

/** Uploads like the official client, and returns the URL of the upload and the id of its file. */
function send(
  server: ServerProcess,
  cookie: string,
  bytes: Buffer,
  { uploadUrl, chunkSize = 3 * MB, onChunk = () => {} }: Sending = {},
): Promise<{ url: string; fileId: string | undefined }> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${server.url}/api/uploads`,
      ...(uploadUrl !== undefined && { uploadUrl }),
      headers: { cookie },
      metadata: { filename: 'Report – final.bin', folderId: '', allowDownload: 'true' },
      chunkSize,
      retryDelays: null,
      onChunkComplete: (_size, acknowledged) => {
        onChunk(acknowledged);
      },
      onError: (error) => reject(Object.assign(error, { url: upload.url })),
      onSuccess: ({ lastResponse }) =>
        resolve({ url: String(upload.url), fileId: lastResponse.getHeader('muniment-file') }),
    });
    upload.start();
  });
}

/** Begins an upload, sends some of it in one request, and breaks the connection or waits for the response. */
async function sendSome(
  server: ServerProcess,
  cookie: string,
  { size, bytes, url: begun }: { size: number; bytes: Buffer; url?: string },
): Promise<string> {
  const metadata = `filename ${Buffer.from('a.bin').toString('base64')}`;
  const url =
    begun ??
    (
      await fetch(`${server.url}/api/uploads`, {
        method: 'POST',
        headers: { ...TUS_HEADERS, cookie, 'upload-length': String(size), 'upload-metadata': metadata },
      })
    ).headers.get('location');
  const sending = request(`${server.url}${url}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...TUS_HEADERS,
      cookie,
      'content-type': UPLOAD_MEDIA_TYPE,
      'upload-offset': '0',
      'content-length': size,
    },
  }).on('error', () => {});
  await new Promise((resolve) => sending.write(bytes, resolve));
  sending.destroy();
  return String(url);
}

async function offsetOf(server: ServerProcess, cookie: string, url: string): Promise<number> {
  const { headers } = await fetch(`${server.url}${url}`, {
    method: 'HEAD',
    headers: { ...TUS_HEADERS, cookie },
  });
  return Number(headers.get('upload-offset'));
}

async function download(server: ServerProcess, cookie: string, id: string | undefined): Promise<Uint8Array> {
  const answer = await fetch(`${server.url}/api/files/${id}/download`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return answer.bytes();
}

// The server processes use SQLite here; the API tests cover the differences between the engines.
describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('over a real connection', () => {
  test('the official client uploads a file in chunks', async () => {
    const server = await start();
    const cookie = await server.signIn();
    const bytes = randomBytes(10 * MB + 17);
    const { fileId } = await send(server, cookie, bytes);
    expect(sha256(await download(server, cookie, fileId))).toBe(sha256(bytes));
    const answer = await fetch(`${server.url}/api/files/${fileId}`, { headers: { cookie } });
    expect(await answer.json()).toMatchObject({ name: 'Report – final.bin' });
  });

  test('bytes received before a disconnect are kept, and the client continues after them', async () => {
    const server = await start();
    const cookie = await server.signIn();
    const bytes = randomBytes(12 * MB);
    const url = await sendSome(server, cookie, { size: bytes.length, bytes: bytes.subarray(0, 5 * MB) });
    await expect.poll(() => offsetOf(server, cookie, url)).toBe(5 * MB);
    const { fileId } = await send(server, cookie, bytes, { uploadUrl: server.url + url });
    expect(sha256(await download(server, cookie, fileId))).toBe(sha256(bytes));
    expect(await readdir(join(dataDir, 'objects', 'incoming'))).toEqual([]);
  });

  test('after a kill in the middle, all acknowledged bytes are there and the file is completed', {
    tags: ['full'],
  }, async () => {
    const first = await start();
    const cookie = await first.signIn();
    const bytes = randomBytes(20 * MB);
    let acknowledged = 0;
    const killed = send(first, cookie, bytes, {
      onChunk: (sum) => {
        acknowledged = sum;
        if (sum >= 9 * MB) void first.end('SIGKILL');
      },
    });
    const { url } = await killed.catch((error: { url: string }) => error);
    const path = new URL(url).pathname;
    expect(acknowledged).toBeGreaterThanOrEqual(9 * MB);
    await first.end('SIGKILL');
    const second = await start();
    const kept = await offsetOf(second, cookie, path);
    expect(kept).toBeGreaterThanOrEqual(acknowledged);
    let resumedAt = 0;
    const { fileId } = await send(second, cookie, bytes, {
      uploadUrl: second.url + path,
      onChunk: (sum) => {
        resumedAt ||= sum;
      },
    });
    expect(resumedAt).toBeGreaterThan(kept);
    expect(sha256(await download(second, cookie, fileId))).toBe(sha256(bytes));
    const list = await (await fetch(`${second.url}/api/files`, { headers: { cookie } })).json();
    expect(list).toHaveLength(1);
  });

  test('more bytes than announced are refused, with and without Content-Length', async () => {
    const server = await start();
    const cookie = await server.signIn();
    const metadata = `filename ${Buffer.from('a.bin').toString('base64')}`;
    const begin = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: { ...TUS_HEADERS, cookie, 'upload-length': '1000', 'upload-metadata': metadata },
    });
    const url = server.url + begin.headers.get('location');
    const headers = { ...TUS_HEADERS, cookie, 'content-type': UPLOAD_MEDIA_TYPE, 'upload-offset': '0' };
    const known = await fetch(url, { method: 'PATCH', headers, body: Buffer.alloc(1001) });
    const body = new Blob([Buffer.alloc(1001)]).stream();
    const unknown = await fetch(url, { method: 'PATCH', headers, body, duplex: 'half' });
    for (const answer of [known, unknown]) {
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid' }]);
    }
    expect(await (await fetch(`${server.url}/api/files`, { headers: { cookie } })).json()).toEqual([]);
    expect((await fetch(url, { method: 'PATCH', headers, body: Buffer.alloc(1000) })).status).toBe(204);
  });

  test('an upload of 100 MB takes less than 30 MB of memory', { tags: ['full'] }, async () => {
    const server = await start({ UPLOAD_CEILING_MB: '200' });
    const cookie = await server.signIn();
    await fetch(`${server.url}/api/admin/system-settings`, {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ maxUploadSizeMB: 200 }),
    });
    for (let warming = 0; warming < 3; warming += 1) await send(server, cookie, randomBytes(20 * MB));
    const before = await server.memory();
    let peak = 0;
    const measure = async () => {
      peak = Math.max(peak, await server.memory());
    };
    const measuring = setInterval(() => void measure(), 20);
    const { fileId } = await send(server, cookie, randomBytes(100 * MB), { chunkSize: 8 * MB });
    clearInterval(measuring);
    expect(fileId).toBeDefined();
    expect(peak - before).toBeLessThan(30);
  });

  test('an S3 bucket stores the parts too', { tags: ['full'] }, async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.stop());
    const server = await start({
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    });
    const cookie = await server.signIn();
    const bytes = randomBytes(12 * MB);
    const url = await sendSome(server, cookie, { size: bytes.length, bytes: bytes.subarray(0, 3 * MB) });
    await vi.waitFor(async () => expect(await offsetOf(server, cookie, url)).toBe(3 * MB), {
      timeout: 5_000,
    });
    const { fileId } = await send(server, cookie, bytes, { uploadUrl: server.url + url });
    expect(sha256(await download(server, cookie, fileId))).toBe(sha256(bytes));
  });
});
