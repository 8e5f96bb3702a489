import type { PartsRequest, PartsSender } from './tus-upload.ts';
import type { SendOptions } from './upload-store.ts';

/** Beyond this a lost connection costs more than the calls of a resumable upload; nearly all files are smaller. */
const LARGEST_IN_ONE_REQUEST = 8 * 1024 * 1024;

export const isSentInParts = (file: File): boolean => file.size > LARGEST_IN_ONE_REQUEST;

/** A large file's upload, whose code and whose folder come when it begins. */
export function createResumableUpload() {
  let sender: PartsSender | undefined;
  return {
    async send(request: PartsRequest, options: SendOptions): Promise<void> {
      const { openPartsSender } = await import('./tus-upload.ts');
      sender ??= await openPartsSender(request);
      options.signal.throwIfAborted();
      await sender.send(options);
    },
    discard: async (): Promise<void> => sender?.discard(),
  };
}
