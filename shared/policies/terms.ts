import { type Actor, isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

export interface TermsResource {
  readonly ownerId: number;
}

const isOwner = (actor: Actor, terms: TermsResource) => isAdmin(actor) || isSelf(actor, terms.ownerId);

/** The owner manages terms, has links ask for them, and reads who accepted them. */
export const termsPolicy = {
  view: isOwner,
  update: isOwner,
  delete: isOwner,
  require: isOwner,
  seeAcceptances: isOwner,
} satisfies Policy<TermsResource>;

export type TermsAction = keyof typeof termsPolicy;
