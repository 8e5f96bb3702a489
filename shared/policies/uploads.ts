import { isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface UploadResource {
  readonly ownerId: number;
}

export const uploadPolicy = {
  /**
   * See, continue or cancel: only the user who began it, not even an administrator. The folder's policy decides
   * about the target.
   */
  continue: (actor, upload) => isSelf(actor, upload.ownerId),
} satisfies Policy<UploadResource>;

export type UploadAction = keyof typeof uploadPolicy;
