import type { UploadedFile } from '#shared/contracts/files.ts';
import { ApiError, NETWORK_ERROR_MESSAGE, toApiError } from '#web/lib/http/api-error.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { parseJson } from '#web/lib/http/request.ts';
import type { Replacement } from './plan-uploads.ts';
import { diagnoseConnectionError, IDLE_TIMEOUT_MS, RESPONSE_TIMEOUT_MS } from './upload-connection.ts';
import type { SendOptions } from './upload-store.ts';

export interface UploadRequest {
  file: File;
  folderId: number | null;
  allowDownload: boolean;
  /** Becomes the next version of a file, in its folder and with its permissions. */
  replaces?: Replacement | undefined;
  /** The placeholder in the folder that the file replaces. */
  placeholderId?: number | undefined;
  /** The place among the files that are uploaded together. */
  batch?: string | undefined;
}

/** Tells of an upload for a placeholder whether the file has taken its place. */
export type ReplacesPlaceholder = boolean | undefined;

/**
 * Sends one file by XMLHttpRequest, since fetch does not report upload progress. Throws ApiError like `request`.
 */
export function sendInSingleRequest(
  { file, folderId, allowDownload, replaces, placeholderId, batch }: UploadRequest,
  options: Pick<SendOptions, 'signal' | 'onProgress'>,
): Promise<ReplacesPlaceholder> {
  const form = new FormData();
  // Puts the fields before the file, so that the server can refuse before reading its bytes.
  if (replaces) {
    form.set('note', replaces.note ?? '');
    form.set('draft', String(replaces.draft === true));
  } else {
    form.set('folderId', folderId === null ? '' : String(folderId));
    form.set('allowDownload', String(allowDownload));
    if (placeholderId !== undefined) form.set('placeholderId', String(placeholderId));
    if (batch !== undefined) form.set('batch', batch);
  }
  form.set('file', file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let idleTimer = setTimeout(abortIdle, IDLE_TIMEOUT_MS);
    function abortIdle(): void {
      reject(new ApiError(0, NETWORK_ERROR_MESSAGE, { code: 'network' }));
      request.abort();
    }
    function restartIdleTimer(milliseconds: number): void {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(abortIdle, milliseconds);
    }

    request.upload.addEventListener('progress', ({ loaded }) => {
      restartIdleTimer(IDLE_TIMEOUT_MS);
      options.onProgress(loaded);
    });
    request.upload.addEventListener('load', () => restartIdleTimer(RESPONSE_TIMEOUT_MS));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(readReplacement(request));
      else reject(readApiError(request));
    });
    request.addEventListener('error', () => void diagnoseConnectionError(file).then(reject));
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    request.addEventListener('loadend', () => clearTimeout(idleTimer));
    options.signal.addEventListener('abort', () => request.abort(), { once: true });

    const params = { id: replaces?.fileId ?? 0 };
    request.open(
      'POST',
      replaces ? buildUrl('POST /api/files/:id/versions', { params }) : buildUrl('POST /api/files'),
    );
    request.setRequestHeader('accept', 'application/json');
    request.send(form);
  });
}

function readReplacement({ responseText }: XMLHttpRequest): ReplacesPlaceholder {
  const answer = parseJson(responseText) as Partial<UploadedFile> | undefined; // the server keeps to the contract
  return answer?.replacesPlaceholder;
}

function readApiError(request: XMLHttpRequest): ApiError {
  const response = new Response(null, { status: request.status, statusText: request.statusText });
  return toApiError(response, request.responseText, parseJson(request.responseText));
}
