import { DetailedError, Upload } from 'tus-js-client';
import { ApiError, NETWORK_FAILURE, refusalOf } from '#web/lib/http/api-error.ts';
import { urlOf } from '#web/lib/http/call.ts';
import { parseJson } from '#web/lib/http/request.ts';
import { untilOnline, waitForConnection } from './network-connection.ts';
import type { UploadRequest } from './single-request-upload.ts';
import { ANSWER_MS, SILENCE_MS } from './upload-timeouts.ts';
import { explainBreak, isNetworkFailure } from './upload-errors.ts';
import type { SendOptions } from './upload-store.ts';

/** What the server keeps as one part, and what is sent in vain at most when the answer to it is lost. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A proxy whose server is just being restarted. */
const PASSING = new Set([502, 504]);

export interface PartsRequest extends UploadRequest {
  userId: number;
  /** Called before each request; what it throws ends the upload. */
  beforeEach: () => void;
}

export interface PartsSender {
  /** Goes on where it was, also after a pause or another visit of the page. Throws ApiError as `request` does. */
  send(options: SendOptions): Promise<void>;
  /** Removes what came of it, here and on the server. */
  discard(): Promise<void>;
}

/** An upload that survives the connection; its address is kept in the browser's storage until it has ended. */
export async function openPartsSender(request: PartsRequest): Promise<PartsSender> {
  const { file } = request;
  const upload = new Upload(file, {
    endpoint: urlOf('POST /api/uploads'),
    metadata: {
      filename: file.name,
      folderId: request.folderId === null ? '' : String(request.folderId),
      allowDownload: String(request.allowDownload),
    },
    fingerprint: async () => fingerprintOf(request),
    removeFingerprintOnSuccess: true,
    chunkSize: CHUNK_BYTES,
    onBeforeRequest: request.beforeEach,
    // How long is waited, and what is said of it, is decided below.
    retryDelays: null,
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);

  return {
    async send(options) {
      let wait = FIRST_WAIT_MS;
      const onProgress = (sentBytes: number): void => {
        wait = FIRST_WAIT_MS;
        options.onProgress(sentBytes);
      };
      for (;;) {
        await untilOnline(options);
        const failure = await sendOnce(upload, file, { ...options, onProgress });
        if (failure === undefined) return;
        options.signal.throwIfAborted();
        if (!isPassing(failure)) throw failure;
        options.onOffline();
        await waitForConnection(options.signal, wait);
        wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      }
    },
    discard: () => upload.abort(true).catch(() => undefined), // The server forgets it by itself in a day.
  };
}

/** The same file, unchanged, by the same user to the same place. */
const fingerprintOf = ({ file, folderId, allowDownload, userId }: PartsRequest): string =>
  JSON.stringify([userId, folderId, allowDownload, file.name, file.size, file.lastModified]);

/** Sends until the end or until something stops it, and answers what that was. */
function sendOnce(
  upload: Upload,
  file: File,
  { signal, onProgress }: SendOptions,
): Promise<ApiError | undefined> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    function end(failure?: ApiError): void {
      ended.abort();
      clearTimeout(silence);
      resolve(failure);
    }
    function stop(): void {
      void upload.abort();
      end(new ApiError(0, NETWORK_FAILURE, { code: 'network' }));
    }
    let silence = setTimeout(stop, SILENCE_MS);
    upload.options.onProgress = (sentBytes) => {
      if (ended.signal.aborted) return;
      clearTimeout(silence);
      silence = setTimeout(stop, sentBytes === file.size ? ANSWER_MS : SILENCE_MS);
      onProgress(sentBytes);
    };
    upload.options.onSuccess = () => end();
    upload.options.onError = (error) => void explain(error, file).then(end);
    for (const target of [signal, window])
      target.addEventListener(target === window ? 'offline' : 'abort', stop, { signal: ended.signal });
    upload.start();
  });
}

async function explain(error: Error | DetailedError, file: File): Promise<ApiError> {
  if (!(error instanceof DetailedError)) return explainBreak(file);
  const { causingError, originalResponse: response } = error;
  if (causingError instanceof ApiError) return causingError;
  if (!response) return explainBreak(file);
  const text = response.getBody();
  return refusalOf(new Response(null, { status: response.getStatus() }), text, parseJson(text));
}

/** `wrong-offset` comes of a request that was taken for lost and arrived: asking anew where the upload stands helps. */
const isPassing = (error: ApiError): boolean =>
  isNetworkFailure(error) || error.code === 'wrong-offset' || PASSING.has(error.status);
