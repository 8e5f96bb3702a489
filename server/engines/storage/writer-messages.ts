import type { KeyObject } from 'node:crypto';
import type { WrittenObject } from './encryption.ts';

/** Tasks for the object with this number. */
export type WriterTask = { readonly id: number } & (
  | { readonly kind: 'begin'; readonly fd: number; readonly key: KeyObject }
  /** The buffer belongs to the thread until it comes back. */
  | {
      readonly kind: 'piece';
      readonly buffer: ArrayBuffer;
      readonly length: number;
      readonly isFinal: boolean;
    }
  /** Asks for `ended`. */
  | { readonly kind: 'end' }
);

/** Answers of the thread. */
export type WriterReply = { readonly id: number } & (
  | { readonly kind: 'free'; readonly buffer: ArrayBuffer }
  /** The system's code of an error does not pass from thread to thread with it. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
  /** The thread no longer uses the file. Without a result after `failed`. */
  | { readonly kind: 'ended'; readonly written: WrittenObject | undefined }
);
