import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startServer } from '#server/testing/start-server.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { type Figure, throughputFigure } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { hundredMegabytes, MEGABYTES, uploadHundredMegabytes } from '../harness/hundred-megabytes.ts';
import { measureInRounds } from '../harness/measure-rounds.ts';

/** Measures upload and download of 100 MB over a socket, compared with a baseline in each round. */
export function benchTransfer(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const cookie = await withDatabase(dataDir, async (db) => {
      const setting = { name: 'maxUploadSizeMB', value: String(2 * MEGABYTES) };
      await db.insertInto('system_settings').values(setting).execute();
      return createSessionCookie(db, await insertUser(db, 'uploader', 0));
    });
    const starting = startBenchServer(dataDir, { UPLOAD_CEILING_MB: String(2 * MEGABYTES) });
    return withServer(starting, (server) => measure(dataDir, server, cookie));
  });
}

async function measure(dataDir: string, { origin }: BenchServer, cookie: string): Promise<Figure[]> {
  const plainFile = join(dataDir, 'plain');
  const write = () => pipeline(source(), createWriteStream(plainFile, { flush: true }));
  await write();
  return withServer(
    startServer({ args: ['bench/harness/baseline-server.ts', 'disk', plainFile] }),
    async (baseline) => {
      const ours = createHttpClient(origin, cookie);
      const machine = createHttpClient(baseline.origin);
      let stored = 0;
      const times = await measureInRounds(
        {
          write: () => rm(plainFile).then(write),
          async upload() {
            stored = await uploadHundredMegabytes(origin, cookie);
          },
          read: () => machine.drain('/'),
          download: () => ours.drain(`/api/files/${stored}/download`),
        },
        1,
      );
      ours.close();
      machine.close();
      return [
        throughputFigure(
          'upload, compared with a synced write without a socket',
          MEGABYTES,
          times.upload.p50,
          times.write.p50,
          0.5,
        ),
        throughputFigure(
          'download, compared with a plain server without encryption',
          MEGABYTES,
          times.download.p50,
          times.read.p50,
          0.6,
        ),
      ];
    },
  );
}

const source = (): Readable => Readable.from(hundredMegabytes());
