import { parentPort } from 'node:worker_threads';
import { EncryptedWriter } from './encrypted-writer.ts';
import type { WriterReply, WriterTask } from './writer-thread.ts';

/** An object that is being written; its tasks run one after the other, those of other objects in between. */
interface OpenObject {
  readonly writer: EncryptedWriter;
  /** Resolves to whether all tasks so far have succeeded. */
  latest: Promise<boolean>;
}

const objects = new Map<number, OpenObject>();

const reply = (message: WriterReply, transferred: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transferred);

async function add({ writer }: OpenObject, task: WriterTask & { kind: 'piece' }): Promise<void> {
  const { id, buffer, length, isFinal } = task;
  const added = writer.add({ bytes: Buffer.from(buffer, 0, length), isFinal });
  reply({ id, kind: 'free', buffer }, [buffer]);
  await added;
}

/** Runs the next task of an object, unless one has failed: the first failure is reported at once and the rest is left out. */
async function run(object: OpenObject, id: number, task: () => Promise<void>): Promise<boolean> {
  if (!(await object.latest)) return false;
  try {
    await task();
    return true;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException; // Node throws nothing but errors here.
    reply({ id, kind: 'failed', message, code });
    return false;
  }
}

async function end(object: OpenObject, id: number): Promise<void> {
  objects.delete(id);
  let written: Awaited<ReturnType<EncryptedWriter['finish']>> | undefined;
  const hasSucceeded = await run(object, id, async () => {
    written = await object.writer.finish();
  });
  // A write may still be under way after a failure.
  if (!hasSucceeded) await object.writer.finish().catch(() => undefined);
  reply({ id, kind: 'ended', written });
}

parentPort?.on('message', (task: WriterTask) => {
  if (task.kind === 'begin') {
    const writer = new EncryptedWriter(task.fd, task.key);
    objects.set(task.id, { writer, latest: Promise.resolve(true) });
    return;
  }
  const object = objects.get(task.id);
  if (!object) return;
  if (task.kind === 'end') void end(object, task.id);
  else object.latest = run(object, task.id, () => add(object, task));
});
