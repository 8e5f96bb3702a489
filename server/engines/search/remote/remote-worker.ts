import { parentPort, workerData } from 'node:worker_threads';
import { isUnavailable } from '#server/app/errors.ts';
import type { SearchIndex } from '../search-types.ts';
import { openRemoteIndex } from './remote-index.ts';
import type { SearchServerSettings } from './search-server.ts';

interface Request {
  id: number;
  epoch: number;
  call: { method: keyof SearchIndex; args?: unknown[] };
}

const port = parentPort;
if (port === null) throw new Error('remote-worker.ts runs as a worker thread only.');
const { settings, installation } = workerData as { settings: SearchServerSettings; installation: string }; // as it is started with
const index = openRemoteIndex(settings, installation);
const CHANGES: ReadonlySet<keyof SearchIndex> = new Set([
  'putDocument',
  'placeDocument',
  'removeDocument',
  'setPosition',
  'clear',
  'putEmbeddings',
]);
/**
 * Counts failed changes. A change that was sent before the latest failure was known is refused, or `setPosition` could skip it.
 */
let epoch = 0;

async function run({ id, epoch: senderEpoch, call: { method, args = [] } }: Request): Promise<void> {
  const isChange = CHANGES.has(method);
  try {
    if (isChange && senderEpoch < epoch) throw new Error('An earlier change failed.');
    // The arguments are those that the client's type of the method requires.
    const value = await (index[method] as (...each: unknown[]) => Promise<unknown>)(...args);
    port?.postMessage({ id, epoch, value });
  } catch (error) {
    if (isChange) epoch++;
    port?.postMessage({ id, epoch, error, isOutage: isUnavailable(error) });
  }
}

port.on('message', (request: Request) => void run(request));
