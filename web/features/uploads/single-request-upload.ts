import { ApiError, NETWORK_FAILURE, refusalOf } from '#web/lib/http/api-error.ts';
import { urlOf } from '#web/lib/http/call.ts';
import { parseJson } from '#web/lib/http/request.ts';
import { ANSWER_MS, SILENCE_MS } from './upload-timeouts.ts';
import { explainBreak } from './upload-errors.ts';
import type { SendOptions } from './upload-store.ts';

export interface UploadRequest {
  file: File;
  folderId: number | null;
  allowDownload: boolean;
}

/** Sends one file; by XMLHttpRequest, since fetch does not tell how much is sent. Throws ApiError as `request` does. */
export function sendUpload(
  { file, folderId, allowDownload }: UploadRequest,
  options: Pick<SendOptions, 'signal' | 'onProgress'>,
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
    request.addEventListener('error', () => void explainBreak(file).then(reject));
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
