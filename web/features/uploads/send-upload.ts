import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';
import { USER_KEY } from '#web/features/accounts/current-user.ts';
import { handleUnauthorized } from '#web/features/accounts/session-end.ts';
import { refreshFileContent } from '#web/features/files/file-cache.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { createFolderResolver } from './folder-resolver.ts';
import { waitUntilOnline } from './network-connection.ts';
import type { PlannedUpload } from './plan-uploads.ts';
import { type ReplacesPlaceholder, sendInSingleRequest } from './single-request-upload.ts';
import type { TusUpload, TusUploadRequest } from './tus-upload.ts';
import type { SendOptions } from './upload-store.ts';

/** Size above which resumable uploads are used: a lost connection then costs more than the extra calls. */
const MAX_SINGLE_REQUEST_BYTES = 8 * 1024 * 1024;

export const isResumable = (file: File): boolean => file.size > MAX_SINGLE_REQUEST_BYTES;

/** Creates a resumable upload whose code is loaded when it starts. */
export function createResumableUpload() {
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
    // Also one that is cancelled while it is opened.
    discard: async (): Promise<void> => (await opening?.catch(() => undefined))?.discard(),
  };
}

export interface Destination {
  folderId: number | null;
  allowDownload: boolean;
}

export interface Session {
  client: QueryClient;
  userId: number;
}

/** An upload with what it needs of the selection that it belongs to. */
interface UploadJob {
  upload: PlannedUpload;
  resumable: ReturnType<typeof createResumableUpload> | undefined;
  session: Session;
  to: Destination;
  folderIdOf: ReturnType<typeof createFolderResolver>;
  refresh: (folderId: number | null) => void;
  batch: string | undefined;
}

/** Creates the folder of an upload where it is missing, and sends the file. */
export async function sendUpload(job: UploadJob, options: SendOptions): Promise<void> {
  const { upload, resumable, session, refresh, batch } = job;
  const { client, userId } = session;
  const { file, path, replaces, placeholderId } = upload;
  const beforeRequest = () => assertSameUser(client, userId);
  beforeRequest();
  await waitUntilOnline(options);
  const folderId = await job.folderIdOf(path);
  options.signal.throwIfAborted();
  if (file === null) return;
  const request = { file, folderId, allowDownload: job.to.allowDownload, replaces, placeholderId, batch };
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
