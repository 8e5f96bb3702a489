import { expect, onTestFinished, test, vi } from 'vitest';
import { type FileSource, FileUnavailable } from './file-source.ts';
import { MAX_RANGE_BYTES } from './messages.ts';
import { type ServeOptions, serveFrame } from './serve-frame.ts';

const SIZE = 3 * MAX_RANGE_BYTES;

/** A file whose bytes are their positions, modulo 256. */
const createFile = (overrides: Partial<FileSource> = {}): FileSource => ({
  size: SIZE,
  firstBytes: new ArrayBuffer(16),
  read: async (begin, end) => Uint8Array.from({ length: end - begin }, (_, at) => (begin + at) % 256).buffer,
  ...overrides,
});

interface Posted {
  message: unknown;
  origin: string;
  port: MessagePort;
}

/** Serves a file to a window that only records what is posted to it. */
function serve(file: FileSource | Promise<FileSource>, overrides: Partial<ServeOptions> = {}) {
  const receiver = new EventTarget();
  const posted: Posted[] = [];
  const frameWindow = {
    postMessage: (message: unknown, origin: string, [port]: MessagePort[]) =>
      port && posted.push({ message, origin, port }),
  } as unknown as Window; // the one method that is called
  const callbacks = { onState: vi.fn(), onKey: vi.fn(), onActivity: vi.fn(), onFailure: vi.fn() };
  const openFile = vi.fn((_signal: AbortSignal) => Promise.resolve(file));
  const served = serveFrame({
    receiver,
    getWindow: () => frameWindow,
    openFile,
    start: { colorScheme: 'dark', hasOuterControls: true },
    place: { page: 2, zoom: 'auto', quote: 'a term' },
    ...callbacks,
    ...overrides,
  });
  onTestFinished(() => served.stop());
  const send = (data: unknown, source: unknown = frameWindow) =>
    receiver.dispatchEvent(Object.assign(new Event('message'), { source, data }));
  return { served, send, posted, openFile, ...callbacks };
}

/** Connects a frame and collects the messages that it gets. */
async function connect(file: FileSource | Promise<FileSource>) {
  const page = serve(file);
  page.send({ type: 'ready' });
  const port = page.posted[0]?.port;
  if (!port) throw new Error('the frame got no port');
  const received: { type: string }[] = [];
  port.onmessage = ({ data }) => received.push(data);
  onTestFinished(() => port.close());
  const ask = (message: unknown) => port.postMessage(message);
  return { ...page, ask, received };
}

const range = (id: number, begin: number, end: number) => ({ type: 'range', id, begin, end });

test('the frame gets a channel, the first bytes and the place, and then the bytes that it asks for', async () => {
  const { posted, received, ask } = await connect(createFile());
  expect(posted).toMatchObject([
    { message: { type: 'start', colorScheme: 'dark', hasOuterControls: true }, origin: '*' },
  ]);
  const opened = { type: 'open', size: SIZE, page: 2, zoom: 'auto', quote: 'a term' };
  await vi.waitFor(() => expect(received).toMatchObject([opened]));
  ask(range(7, 254, 258));
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(received[1]).toEqual({ type: 'bytes', id: 7, bytes: Uint8Array.from([254, 255, 0, 1]).buffer });
});

test('a foreign window gets no channel, and neither does the frame for another message', () => {
  const { send, posted } = serve(createFile());
  for (const source of [null, {}, globalThis]) send({ type: 'ready' }, source);
  for (const data of [null, 'ready', { state: 'ready' }, { type: 'active' }, range(1, 0, 1)]) send(data);
  expect(posted).toEqual([]);
});

test('a frame without a window is not answered', () => {
  const { send, posted } = serve(createFile(), { getWindow: () => null });
  send({ type: 'ready' }, null);
  expect(posted).toEqual([]);
});

test('there is one channel: a page that is loaded into the frame later gets none', async () => {
  const { send, posted } = await connect(createFile());
  send({ type: 'ready' });
  expect(posted).toHaveLength(1);
});

test('messages beside the channel have no effect', async () => {
  const { send, onKey, onFailure, onState } = await connect(createFile());
  for (const data of [
    { type: 'key', key: 'h' },
    { type: 'failed', failure: 'damaged' },
  ])
    send(data);
  for (const callback of [onKey, onFailure, onState]) expect(callback).not.toHaveBeenCalled();
});

test('malformed messages have no effect', async () => {
  const { ask, received, onKey, onFailure, onActivity } = await connect(createFile());
  for (const message of [
    null,
    'range',
    { type: 'range' },
    { type: 'key', key: 'Enter' },
    { type: 'fetch', url: '/' },
  ])
    ask(message);
  ask({ ...range(1, 0, 4), url: '/api/user', fileId: 8 });
  ask({ type: 'active' });
  await vi.waitFor(() => expect(onActivity).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(received[1]).toMatchObject({ type: 'bytes', id: 1 });
  for (const callback of [onKey, onFailure]) expect(callback).not.toHaveBeenCalled();
});

test.each([
  ['an empty range', range(1, 5, 5)],
  ['a reversed range', range(1, 5, 4)],
  ['bytes after the end of the file', range(1, SIZE - 1, SIZE + 1)],
  ['too many bytes', range(1, 0, MAX_RANGE_BYTES + 1)],
])('%s ends the connection', async (_, message) => {
  const read = vi.fn(createFile().read);
  const { ask, onFailure } = await connect(createFile({ read }));
  ask(message);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('damaged'));
  expect(read).not.toHaveBeenCalled();
});

test('a frame that asks for more at once than ours does is cut off, and its requests are aborted', async () => {
  const signals: AbortSignal[] = [];
  const read = (_begin: number, _end: number, signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<ArrayBuffer>(() => undefined);
  };
  const { ask, onFailure } = await connect(createFile({ read }));
  for (let id = 0; id < 1000; id += 1) ask(range(id, 0, 1));
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('damaged'));
  expect(signals).toHaveLength(8);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

test.each([401, 403, 404, 412])(
  'a file that ends with status %i is reported and nothing is served after it',
  async (status) => {
    const read = vi.fn(() => Promise.reject(new FileUnavailable(status)));
    const { ask, onFailure, onActivity } = await connect(createFile({ read }));
    ask(range(1, 0, 1));
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith({ status }));
    ask(range(2, 0, 1));
    ask({ type: 'active' });
    await new Promise((resolve) => setImmediate(resolve));
    expect([read.mock.calls.length, onActivity.mock.calls.length]).toEqual([1, 0]);
  },
);

test('bytes that cannot be loaded now can be asked for again', async () => {
  const read = vi.fn(createFile().read).mockRejectedValueOnce(new FileUnavailable());
  const { ask, received, onFailure } = await connect(createFile({ read }));
  ask(range(1, 0, 1));
  await vi.waitFor(() => expect(received).toContainEqual({ type: 'unavailable', id: 1 }));
  ask(range(1, 0, 1));
  await vi.waitFor(() =>
    expect(received).toContainEqual({ type: 'bytes', id: 1, bytes: new ArrayBuffer(1) }),
  );
  expect(onFailure).not.toHaveBeenCalled();
});

test('a file that cannot be opened is reported even before the frame is ready', async () => {
  const { onFailure } = serve(Promise.reject(new FileUnavailable(404)));
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith({ status: 404 }));
});

test('stopping aborts the requests and closes the connection', async () => {
  const { served, openFile, ask, onKey } = await connect(createFile());
  served.stop();
  expect(openFile.mock.calls[0]?.[0].aborted).toBe(true);
  ask({ type: 'key', key: 'h' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(onKey).not.toHaveBeenCalled();
});
