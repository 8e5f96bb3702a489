import { isAdmin, rootOwnerId } from './actor.ts';
import type { Policy } from './policy.ts';

/** Actions on the whole installation, which concern no single folder or file. */
export const systemPolicy = {
  addToRoot: (actor) => rootOwnerId(actor) !== undefined,
  manageOwnProfile: (actor) => actor.kind === 'user',
  useTrash: (actor) => actor.kind === 'user',
  seeActivity: (actor) => actor.kind === 'user',
  search: (actor) => actor.kind !== 'anonymous',
  reindex: isAdmin,
  seeUsers: isAdmin,
  /** Find the account with an exact name or e-mail address: this is how an owner picks a collaborator. */
  findUser: (actor) => actor.kind === 'user',
  manageUsers: isAdmin,
  manageSettings: isAdmin,
  seeJobs: isAdmin,
  /** Retry or discard jobs that failed three times. */
  manageJobs: isAdmin,
  inviteToAllFolders: (actor) => actor.kind === 'user',
  acceptInvitation: (actor) => actor.kind === 'user',
  seeInvitations: isAdmin,
  seeOutbox: isAdmin,
  seeAuditLog: isAdmin,
  manageSigningKeys: isAdmin,
  /** Search, export and erase what is stored about a person. */
  manageSubjects: isAdmin,
  getReceipts: (actor) => actor.kind !== 'anonymous',
  manageMaintenance: isAdmin,
} satisfies Policy<undefined>;

export type SystemAction = keyof typeof systemPolicy;
