import { isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface UploadResource {
  readonly ownerId: number;
}

export const uploadPolicy = {
  /** Look, send more, cancel: whoever began it, and no administrator either. Where the file may go is the folder's matter. */
  continue: (actor, upload) => isSelf(actor, upload.ownerId),
} satisfies Policy<UploadResource>;

export type UploadAction = keyof typeof uploadPolicy;
