import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** An S3 server in processes of its own, so that the load beside it does not slow it down. */
export interface ObjectStore {
  readonly settings: {
    readonly endpoint: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  /** Makes it unreachable, or reachable again with what it had; resolves once it is. */
  setState(state: 'away' | 'back'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts s3rver, a small S3 server for tests, for machines without Ceph. */
export async function startS3rver(): Promise<ObjectStore> {
  const store = fork(join(import.meta.dirname, 's3rver-process.ts'), { stdio: 'inherit' });
  const [settings] = await once(store, 'message');
  return {
    settings,
    setState: async (state) => void store.send(state),
    stop: () => disconnect(store),
  };
}

async function disconnect(store: ChildProcess): Promise<void> {
  const ended = once(store, 'exit');
  store.disconnect();
  await ended;
}
