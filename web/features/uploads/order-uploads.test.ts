import { expect, test } from 'vitest';
import { orderUploads } from './order-uploads.ts';
import type { Upload, UploadState } from './upload-queue.ts';

const upload = (id: number, state: UploadState): Upload => ({
  id,
  name: `${id}.txt`,
  isFolder: false,
  size: 1,
  canPause: true,
  state,
});
const SENDING = { kind: 'sending', sentBytes: 0 } as const;

test('the rows of uploads keep their order while it is held, and later ones follow', () => {
  const idsOf = (held: number[] | null, first: UploadState) =>
    orderUploads([upload(1, first), upload(2, SENDING), upload(3, { kind: 'waiting' })], held).map(
      ({ id }) => id,
    );
  expect(idsOf(null, SENDING)).toEqual([1, 2, 3]);
  expect(idsOf(null, { kind: 'done' })).toEqual([2, 3, 1]);
  expect(idsOf([1, 2], { kind: 'done' })).toEqual([1, 2, 3]);
});
