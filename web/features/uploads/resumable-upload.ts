import type { TusUpload, TusUploadRequest } from './tus-upload.ts';
import type { SendOptions } from './upload-store.ts';

/** Beyond this a lost connection costs more than the calls of a resumable upload; nearly all files are smaller. */
const MAX_SINGLE_REQUEST_BYTES = 8 * 1024 * 1024;

export const isResumable = (file: File): boolean => file.size > MAX_SINGLE_REQUEST_BYTES;

/** A large file's upload, whose code and whose folder come when it begins. */
export function createResumableUpload() {
  let tusUpload: TusUpload | undefined;
  return {
    async send(request: TusUploadRequest, options: SendOptions): Promise<void> {
      const { openTusUpload } = await import('./tus-upload.ts');
      tusUpload ??= await openTusUpload(request);
      options.signal.throwIfAborted();
      await tusUpload.send(options);
    },
    discard: async (): Promise<void> => tusUpload?.discard(),
  };
}
