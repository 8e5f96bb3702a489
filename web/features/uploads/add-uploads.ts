import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';
import { USER_KEY } from '#web/features/accounts/current-user.ts';
import { handleUnauthorized } from '#web/features/accounts/session-end.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { refreshFileContent, refreshFileLists } from '#web/features/files/file-cache.ts';
import { FOLDER_CREATED } from '#web/features/folders/api.ts';
import { refreshFolderLists } from '#web/features/folders/folder-cache.ts';
import { confirmLeavingPage } from '#web/lib/browser/confirm-leaving.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { createBatchedRefresh } from './batched-refresh.ts';
import { createFolderResolver } from './folder-resolver.ts';
import { waitUntilOnline } from './network-connection.ts';
import type { PlannedUpload } from './plan-uploads.ts';
import { type ReplacesPlaceholder, sendInSingleRequest } from './single-request-upload.ts';
import type { TusUpload, TusUploadRequest } from './tus-upload.ts';
import { createArrivalOrder, createUploadBatch, isNumberedOnArrival } from './upload-batch.ts';
import { summarize, type UploadQueue } from './upload-queue.ts';
import { createUploadStore, type SendOptions, type UploadTask } from './upload-store.ts';
import { noteUploads, UPLOAD_FAILED } from './uploads-started.ts';

/** Size above which resumable uploads are used: a lost connection then costs more than the extra calls. */
const MAX_SINGLE_REQUEST_BYTES = 8 * 1024 * 1024;

const isResumable = (file: File): boolean => file.size > MAX_SINGLE_REQUEST_BYTES;

/** Creates a resumable upload whose code is loaded when it starts. */
function createResumableUpload() {
  let opening: Promise<TusUpload> | undefined;
  async function open(request: TusUploadRequest): Promise<TusUpload> {
    const { openTusUpload } = await import('./tus-upload.ts');
    return openTusUpload(request);
  }
  return {
    async send(request: TusUploadRequest, options: SendOptions): Promise<ReplacesPlaceholder> {
      opening ??= open(request);
      const tusUpload = await opening.catch((error) => {
        opening = undefined;
        throw error;
      });
      options.signal.throwIfAborted();
      return tusUpload.send(options);
    },
    // This includes an upload that is cancelled while it is opened.
    discard: async (): Promise<void> => (await opening?.catch(() => undefined))?.discard(),
  };
}

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

interface Destination {
  folderId: number | null;
  allowDownload: boolean;
}

interface Session {
  client: QueryClient;
  userId: number;
}

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
    const { name, path, file, rejection } = upload;
    const resumable = file && isResumable(file) ? createResumableUpload() : undefined;
    const sendOne = async (options: SendOptions) => {
      const beforeRequest = () => assertSameUser(client, userId);
      beforeRequest();
      await waitUntilOnline(options);
      const folderId = await folderIdOf(path);
      options.signal.throwIfAborted();
      if (file === null) return;
      const { replaces, placeholderId } = upload;
      const { allowDownload } = to;
      const request = {
        file,
        folderId,
        allowDownload,
        replaces,
        placeholderId,
        batch: batch?.atPlace(place),
      };
      try {
        const isReplaced = await (resumable?.send({ ...request, userId, beforeRequest }, options) ??
          sendInSingleRequest(request, options));
        if (isReplaced === false) toastAddedBeside(file.name);
      } catch (error) {
        handleUnauthorized(client, error);
        throw error;
      } finally {
        // Refreshes after failures too: the file may have arrived although the response was lost.
        refresh(folderId);
        if (replaces) void refreshFileContent(client, replaces.fileId);
      }
    };
    return {
      name,
      isFolder: file === null,
      size: file?.size ?? 0,
      rejection,
      discard: resumable?.discard,
      send: (options) => inOrder(() => sendOne(options)),
    };
  };
  if (ownerId !== userId) store.removeAll();
  ownerId = userId;
  noteUploads();
  return store.add(planned.map(taskOf));
}

/**
 * Throws when another user has signed in since: the session belongs to the browser, so uploads would run as that
 * user.
 */
function assertSameUser(client: QueryClient, userId: number): void {
  if (client.getQueryData<User | null>(USER_KEY)?.id !== userId) {
    throw new ApiError(401, 'Sign in again to upload this.', { code: 'unauthenticated' });
  }
}

/**
 * Says that the placeholder was replaced, moved or removed during the upload, or its uploader became a member of a group: the
 * file is there, but without its number and levels.
 */
function toastAddedBeside(name: string): void {
  toast({
    title: 'The file did not replace the placeholder',
    description: `${name} was added at the end of the folder instead, hidden from groups with a level on the placeholder.`,
    variant: 'info',
  });
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
