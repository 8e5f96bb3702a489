import { expect, test, vi } from 'vitest';
import { openInWorker } from './sheet-reader.ts';

class FakeWorker extends EventTarget {
  postMessage = vi.fn();
  answer = (id: number, answer: unknown) =>
    this.dispatchEvent(new MessageEvent('message', { data: { id, answer } }));
}

function open() {
  const worker = new FakeWorker();
  const onOpened = vi.fn();
  openInWorker(worker, { bytes: new ArrayBuffer(1), isText: false }, onOpened);
  const failWorker = () => worker.dispatchEvent(new Event('error'));
  return { worker, onOpened, failWorker };
}

const failed = (failure: string) => expect.objectContaining({ workbook: { failure } });

test('a worker whose code could not be loaded is no damaged file', () => {
  const { onOpened, failWorker } = open();
  failWorker();
  expect(onOpened).toHaveBeenCalledExactlyOnceWith(failed('not-loaded'));
});

test('a worker that crashes over a file means a damaged one', () => {
  const { worker, onOpened, failWorker } = open();
  worker.answer(0, 'ready');
  expect(onOpened).not.toHaveBeenCalled();
  failWorker();
  expect(onOpened).toHaveBeenCalledExactlyOnceWith(failed('damaged'));
});

test('a workbook that the worker has opened is shown', async () => {
  const { worker, onOpened } = open();
  worker.answer(0, 'ready');
  const workbook = { sheets: [] };
  worker.answer(1, workbook);
  await vi.waitFor(() => expect(onOpened).toHaveBeenCalledWith(expect.objectContaining({ workbook })));
});
