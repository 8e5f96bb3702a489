import { isOwnerOrAdmin } from './actor.ts';
import type { Policy } from './policy.ts';

export interface TermsResource {
  readonly ownerId: number;
}

/** The owner manages terms, has links ask for them, and reads who accepted them. */
export const termsPolicy = {
  view: isOwnerOrAdmin,
  update: isOwnerOrAdmin,
  delete: isOwnerOrAdmin,
  require: isOwnerOrAdmin,
  seeAcceptances: isOwnerOrAdmin,
} satisfies Policy<TermsResource>;

export type TermsAction = keyof typeof termsPolicy;
