import { DetailedError, Upload } from 'tus-js-client';
import { ApiError, NETWORK_ERROR_MESSAGE, toApiError } from '#web/lib/http/api-error.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { parseJson } from '#web/lib/http/request.ts';
import { waitForConnection, waitUntilOnline } from './network-connection.ts';
import type { ReplacesPlaceholder, UploadRequest } from './single-request-upload.ts';
import {
  diagnoseConnectionError,
  IDLE_TIMEOUT_MS,
  isNetworkError,
  RESPONSE_TIMEOUT_MS,
} from './upload-connection.ts';
import type { SendOptions } from './upload-store.ts';

/**
 * Bytes per request, which the server stores as one part; at most this much is sent again after a lost response.
 */
const CHUNK_BYTES = 8 * 1024 * 1024;
const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;
/** Statuses of a proxy whose server is restarting. */
const RETRYABLE_STATUSES = new Set([502, 504]);

export interface TusUploadRequest extends UploadRequest {
  userId: number;
  /** Becomes a source of an import instead of a file. */
  source?: { importId: number; path: string };
  /** Runs before each request; throwing ends the upload. */
  beforeRequest: () => void;
}

export interface TusUpload {
  /** Resumes where it stopped, also after a pause or a page reload. Throws ApiError like `request`. */
  send(options: SendOptions): Promise<ReplacesPlaceholder>;
  /** Removes the partial upload in the browser and on the server. */
  discard(): Promise<void>;
}

/**
 * The uploads of rows of this page that have not ended. Each is resumed by its row alone: cancelling another row with the same
 * file would delete it on the server. Sources of imports belong to no row, and are opened anew for each attempt.
 */
const opened = new Set<Upload>();

/** Opens a resumable upload, whose URL is kept in the browser's storage until it ends. */
export async function openTusUpload(request: TusUploadRequest): Promise<TusUpload> {
  const { file } = request;
  let replacement: string | undefined;
  const upload = new Upload(file, {
    endpoint: buildUrl('POST /api/uploads'),
    metadata: metadataOf(request),
    fingerprint: async () => getFingerprint(request),
    removeFingerprintOnSuccess: true,
    chunkSize: CHUNK_BYTES,
    onBeforeRequest: request.beforeRequest,
    onAfterResponse: (_, response) => {
      // Null without the header in browsers, whatever its type says.
      replacement = response.getHeader('muniment-replaces-placeholder') ?? undefined;
    },
    // Retries are handled below.
    retryDelays: null,
  });
  const found = await upload.findPreviousUploads();
  const previous = found.find(({ uploadUrl }) => ![...opened].some(({ url }) => url === uploadUrl));
  if (previous) upload.resumeFromPreviousUpload(previous);
  if (!request.source) opened.add(upload);

  return {
    async send(options) {
      let retryDelayMs = MIN_RETRY_DELAY_MS;
      const onProgress = (sentBytes: number): void => {
        retryDelayMs = MIN_RETRY_DELAY_MS;
        options.onProgress(sentBytes);
      };
      for (;;) {
        await waitUntilOnline(options);
        const error = await sendOnce(upload, file, { ...options, onProgress });
        if (error === undefined) {
          opened.delete(upload);
          return replacement === undefined ? undefined : replacement === 'true';
        }
        options.signal.throwIfAborted();
        if (!isRetryable(error)) throw error;
        options.onOffline();
        await waitForConnection(options.signal, retryDelayMs);
        retryDelayMs = Math.min(2 * retryDelayMs, MAX_RETRY_DELAY_MS);
      }
    },
    async discard() {
      await upload.abort(true).catch(() => undefined); // the server removes it within a day
      opened.delete(upload);
    },
  };
}

/** Describes the file to the server. */
const metadataOf = (request: TusUploadRequest): Record<string, string> => ({
  filename: request.file.name,
  folderId: request.folderId === null ? '' : String(request.folderId),
  allowDownload: String(request.allowDownload),
  ...(request.placeholderId !== undefined && { placeholderId: String(request.placeholderId) }),
  ...(request.batch !== undefined && { batch: request.batch }),
  ...(request.source && {
    importId: String(request.source.importId),
    relativePath: request.source.path,
  }),
  ...(request.replaces && {
    replaces: String(request.replaces.fileId),
    note: request.replaces.note ?? '',
    draft: String(request.replaces.draft === true),
  }),
});

/** Identifies the same unchanged file of the same user with the same destination. */
const getFingerprint = ({
  file,
  folderId,
  allowDownload,
  userId,
  replaces,
  placeholderId,
  source,
}: TusUploadRequest): string =>
  JSON.stringify([
    userId,
    folderId,
    allowDownload,
    file.name,
    file.size,
    file.lastModified,
    ...(replaces ? [replaces.fileId, replaces.note, replaces.draft === true] : []),
    ...(placeholderId === undefined ? [] : ['placeholder', placeholderId]),
    ...(source ? [source.importId, source.path] : []),
  ]);

/** Sends until the upload ends or fails; resolves to the error, if any. */
function sendOnce(
  upload: Upload,
  file: File,
  { signal, onProgress }: SendOptions,
): Promise<ApiError | undefined> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    function end(failure?: ApiError): void {
      ended.abort();
      clearTimeout(idleTimer);
      resolve(failure);
    }
    function stop(): void {
      void upload.abort();
      end(new ApiError(0, NETWORK_ERROR_MESSAGE, { code: 'network' }));
    }
    let idleTimer = setTimeout(stop, IDLE_TIMEOUT_MS);
    upload.options.onProgress = (sentBytes) => {
      if (ended.signal.aborted) return;
      clearTimeout(idleTimer);
      idleTimer = setTimeout(stop, sentBytes === file.size ? RESPONSE_TIMEOUT_MS : IDLE_TIMEOUT_MS);
      onProgress(sentBytes);
    };
    upload.options.onSuccess = () => end();
    upload.options.onError = (error) => void toUploadError(error, file).then(end);
    for (const target of [signal, window])
      target.addEventListener(target === window ? 'offline' : 'abort', stop, { signal: ended.signal });
    upload.start();
  });
}

async function toUploadError(error: Error | DetailedError, file: File): Promise<ApiError> {
  if (!(error instanceof DetailedError)) return diagnoseConnectionError(file);
  const { causingError, originalResponse: response } = error;
  if (causingError instanceof ApiError) return causingError;
  if (!response) return diagnoseConnectionError(file);
  const text = response.getBody();
  return toApiError(new Response(null, { status: response.getStatus() }), text, parseJson(text));
}

/** Retries `wrong-offset` too: a request that seemed lost had arrived, so reading the offset again helps. */
const isRetryable = (error: ApiError): boolean =>
  isNetworkError(error) || error.code === 'wrong-offset' || RETRYABLE_STATUSES.has(error.status);
