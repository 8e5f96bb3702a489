import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { refreshFileLists } from '#web/features/files/file-cache.ts';
import { FOLDER_CREATED } from '#web/features/folders/api.ts';
import { refreshFolderLists } from '#web/features/folders/folder-cache.ts';
import { confirmLeavingPage } from '#web/lib/browser/confirm-leaving.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { createBatchedRefresh } from './batched-refresh.ts';
import { createFolderResolver } from './folder-resolver.ts';
import type { PlannedUpload } from './plan-uploads.ts';
import {
  createResumableUpload,
  type Destination,
  isResumable,
  type Session,
  sendUpload,
} from './send-upload.ts';
import { createArrivalOrder, createUploadBatch, isNumberedOnArrival } from './upload-batch.ts';
import { summarize, type UploadQueue } from './upload-queue.ts';
import { createUploadStore, type UploadTask } from './upload-store.ts';
import { noteUploads, UPLOAD_FAILED } from './uploads-started.ts';

const FALLBACK_MESSAGE = 'Failed to upload file';
/** Same duration as a toast. */
const COMPLETED_VISIBLE_MS = 5000;

/** Global store; it outlives every page. */
const store = createUploadStore({
  describeFailure: (error) =>
    error instanceof Error ? getErrorMessage(error, FALLBACK_MESSAGE) : FALLBACK_MESSAGE,
  onBusyChange: (isBusy) =>
    isBusy
      ? addEventListener('beforeunload', confirmLeavingPage)
      : removeEventListener('beforeunload', confirmLeavingPage),
  onBatchFinished: toastBatchOutcome,
});

export const {
  remove: removeUploads,
  removeAll: removeAllUploads,
  retry: retryUploads,
  pause: pauseUpload,
  resume: resumeUpload,
} = store;

/** Owner of the queued uploads: they are neither shown to nor sent for another user who signs in later. */
let ownerId: number | null = null;
const NO_UPLOADS: UploadQueue = [];

export const subscribeToUploads = store.subscribe;

export const listUploads = (userId: number): UploadQueue => (ownerId === userId ? store.list() : NO_UPLOADS);

/** Adds planned uploads of a user to the queue and returns their ids in the same order. */
export function addUploads(planned: readonly PlannedUpload[], to: Destination, session: Session): number[] {
  const { client, userId } = session;
  const refresh = createBatchedRefresh<number | null>((folderIds) =>
    Promise.all([refreshFileLists(client, folderIds), refreshFolderLists(client, folderIds)]),
  );
  const batch = planned.length > 1 ? createUploadBatch(planned) : undefined;
  const folderIdOf = createFolderResolver(to.folderId, async (name, parentId, path) => {
    const body = { name, parentId, batch: batch?.atFolder(path) };
    const folder = await call('POST /api/folders', { body });
    refresh(parentId);
    return folder.id;
  });
  const inOrder = createArrivalOrder(async () => batch && isNumberedOnArrival(client, to.folderId));
  const taskOf = (upload: PlannedUpload, place: number): UploadTask => {
    const { name, file, rejection } = upload;
    const resumable = file && isResumable(file) ? createResumableUpload() : undefined;
    const job = { upload, resumable, session, to, folderIdOf, refresh, batch: batch?.atPlace(place) };
    return {
      name,
      isFolder: file === null,
      size: file?.size ?? 0,
      rejection,
      discard: resumable?.discard,
      send: (options) => inOrder(() => sendUpload(job, options)),
    };
  };
  if (ownerId !== userId) store.removeAll();
  ownerId = userId;
  noteUploads();
  return store.add(planned.map(taskOf));
}

function toastBatchOutcome(ended: UploadQueue): void {
  const { total, done, failed } = summarize(ended);
  if (failed === 0) setTimeout(() => store.remove(new Set(ended.map(({ id }) => id))), COMPLETED_VISIBLE_MS);
  const [first] = ended;
  if (failed > 0) {
    const failure = ended.map(({ state }) => state).find(({ kind }) => kind === 'failed');
    const description =
      failed === 1 && failure?.kind === 'failed'
        ? failure.reason
        : `${failed} of ${total} could not be uploaded. The list of uploads says why.`;
    toast({ title: UPLOAD_FAILED, description, variant: 'destructive' });
  } else if (done === 1 && first) {
    toast({
      title: first.isFolder ? FOLDER_CREATED : 'File uploaded',
      description: first.name,
      variant: 'success',
    });
  } else {
    toast({ title: 'Files uploaded', description: `${done} files were uploaded.`, variant: 'success' });
  }
}
