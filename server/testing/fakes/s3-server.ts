import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
// @ts-expect-error s3rver ships no types; what is used of it is typed below
import S3rver from 's3rver';

interface Call {
  method: string;
  req: IncomingMessage;
  res: ServerResponse;
  /** `false` leaves the answer to what writes to `res`. */
  respond?: boolean;
  path: string;
  query: Record<string, string>;
  status: number;
  type: string;
  body: string | Buffer | Readable;
}
interface StoredObject {
  bucket: string;
  key: string;
  content: Readable | Buffer;
  metadata: unknown;
}
interface S3rverInstance {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
  httpServer: Server;
  middleware: ((call: Call, next: () => Promise<void>) => Promise<void>)[];
  store: {
    putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
    putPart(
      bucket: string,
      upload: string,
      part: number,
      content: Readable,
    ): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: string): string;
  };
}

export interface S3Server {
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** The folder of uploads that are neither completed nor aborted: a subfolder each. */
  uploadsFolder: string;
  /** Failures of requests by method; other methods are served. */
  readonly outages: Map<string, S3Fault>;
  /** Chooses a failure of a single request; absent, all are served but those in `outages`. */
  chooseFault: ((method: string) => S3Fault | undefined) | undefined;
  stop(): Promise<void>;
}

/**
 * A request is not carried out, or carried out although its answer is lost, or answered with half of its bytes, as if they were
 * all or until the connection is lost.
 */
export type S3Fault = 'server-error' | 'reset' | 'lost-answer' | 'truncated' | 'cut';

/** Starts an S3 server with an empty bucket in a temporary folder; of a signature it checks only the access key. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-s3-'));
  const bucket = 'room';
  const server: S3rverInstance = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const uploadsFolder = server.store.getResourcePath(bucket, '', 'uploads');
  const outages: S3Server['outages'] = new Map();
  awaitWrites(server);
  server.middleware.unshift(
    failDuring((method) => outages.get(method) ?? started.chooseFault?.(method)),
    listAndAbortUploads(uploadsFolder),
  );
  const { port } = await server.run();
  const started: S3Server = {
    chooseFault: undefined,
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER', // The only pair that s3rver accepts.
      secretAccessKey: 'S3RVER',
    },
    uploadsFolder,
    outages,
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return started;
}

/**
 * Waits for writes: s3rver 3.7.1 responds before its file is written, so that a read right after a write may be
 * incomplete.
 */
function awaitWrites({ store }: S3rverInstance): void {
  async function write(path: string, content: Readable | Buffer): Promise<{ size: number; md5: string }> {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    return { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') };
  }
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await write(store.getResourcePath(bucket, key, 'object'), content);
    await store.putMetadata(bucket, key, metadata, written.md5);
    return written;
  };
  store.putPart = (bucket, upload, part, content) =>
    write(join(store.getResourcePath(bucket, '', 'uploads'), upload, String(part)), content);
}

function failDuring(
  chooseFault: (method: string) => S3Fault | undefined,
): S3rverInstance['middleware'][number] {
  return async (call, next) => {
    const fault = chooseFault(call.method);
    if (fault === undefined) return next();
    if (fault === 'truncated' || fault === 'cut') {
      await next();
      if (!(call.body instanceof Readable)) return;
      const bytes = await buffer(call.body);
      const half = bytes.subarray(0, bytes.length / 2);
      if (fault === 'truncated') call.body = half;
      else {
        call.respond = false;
        call.res.writeHead(call.status, { 'content-length': bytes.length });
        call.res.write(half, () => call.req.socket.destroy());
      }
      return;
    }
    if (fault === 'lost-answer') await next();
    if (fault !== 'server-error') call.req.socket.destroy();
    call.status = 503;
    call.type = 'application/xml';
    call.body = '<Error><Code>ServiceUnavailable</Code></Error>';
  };
}

/** Adds ListMultipartUploads and AbortMultipartUpload, which s3rver 3.7.1 does not implement. */
function listAndAbortUploads(folder: string): S3rverInstance['middleware'][number] {
  return async (call, next) => {
    if (call.method === 'DELETE' && call.query['uploadId'] !== undefined) {
      await rm(join(folder, call.query['uploadId']), { recursive: true, force: true });
      call.status = 204;
    } else if (call.method === 'GET' && 'uploads' in call.query) {
      const ids = await readdir(folder).catch(() => []);
      const uploads = await Promise.all(
        ids.map(async (id) => {
          const key = await readFile(join(folder, id, 'key'), 'utf8');
          const initiated = (await stat(join(folder, id, 'key'))).mtime.toISOString();
          return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
        }),
      );
      call.type = 'application/xml';
      call.body = `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`;
    } else {
      await next();
    }
  };
}
