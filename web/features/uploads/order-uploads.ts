import type { Upload, UploadQueue } from './upload-queue.ts';

/** Sort order: running uploads first, then those that need attention. */
const STATE_ORDER: Record<Upload['state']['kind'], number> = {
  sending: 0,
  offline: 0,
  failed: 1,
  paused: 2,
  waiting: 3,
  done: 4,
};

/** Sorts uploads by their state; those of `held`, by id, keep their order before all others. */
export function orderUploads(uploads: UploadQueue, held: readonly number[] | null): UploadQueue {
  const places = new Map(held?.map((id, place) => [id, place - held.length]));
  const placeOf = ({ id, state }: Upload) => places.get(id) ?? STATE_ORDER[state.kind];
  return uploads.toSorted((one, other) => placeOf(one) - placeOf(other));
}
