import { ApiError, NETWORK_FAILURE, refusalOf } from '#web/lib/api-error.ts';
import { urlOf } from '#web/lib/call.ts';
import { parseJson } from '#web/lib/request.ts';

interface UploadRequest {
  file: File;
  folderId: number | null;
  allowDownload: boolean;
}

interface SendOptions {
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}

/** A line that carries nothing for this long is taken for dead; browsers alone would wait for many minutes. */
const SILENCE_MS = 60_000;
/** After the last byte the server still writes, and perhaps scans. */
const ANSWER_MS = 5 * SILENCE_MS;

const UNREADABLE =
  'The file could not be read. It may have been moved, changed or locked since it was chosen.';

/** Sends one file; by XMLHttpRequest, since fetch does not tell how much is sent. Throws ApiError as `request` does. */
export function sendUpload(
  { file, folderId, allowDownload }: UploadRequest,
  options: SendOptions,
): Promise<void> {
  const form = new FormData();
  // The fields stand before the file, so that the server can refuse before it reads a byte of it.
  form.set('folderId', folderId === null ? '' : String(folderId));
  form.set('allowDownload', String(allowDownload));
  form.set('file', file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silence = setTimeout(giveUp, SILENCE_MS);
    function giveUp(): void {
      reject(new ApiError(0, NETWORK_FAILURE, { code: 'network' }));
      request.abort();
    }
    function wait(milliseconds: number): void {
      clearTimeout(silence);
      silence = setTimeout(giveUp, milliseconds);
    }

    request.upload.addEventListener('progress', ({ loaded }) => {
      wait(SILENCE_MS);
      options.onProgress(loaded);
    });
    request.upload.addEventListener('load', () => wait(ANSWER_MS));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusalIn(request));
    });
    request.addEventListener('error', () => resolve(describeBreak(file)));
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    request.addEventListener('loadend', () => clearTimeout(silence));
    options.signal.addEventListener('abort', () => request.abort(), { once: true });

    request.open('POST', urlOf('POST /api/files'));
    request.setRequestHeader('accept', 'application/json');
    request.send(form);
  });
}

function refusalIn(request: XMLHttpRequest): ApiError {
  const response = new Response(null, { status: request.status, statusText: request.statusText });
  return refusalOf(response, request.responseText, parseJson(request.responseText));
}

/** The browser says of no broken upload why it broke; whether the file can still be read tells one cause from the other. */
async function describeBreak(file: File): Promise<never> {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  throw new ApiError(0, isReadable ? NETWORK_FAILURE : UNREADABLE, { code: 'network' });
}
