import { z } from 'zod';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';

/**
 * The part of the payload of a job that runs for a user which says with what rights. Jobs of earlier versions had those of the
 * account.
 */
export const jobRights = {
  /** The request had the rights of an administrator, which an API token may lack. */
  asAdministrator: z.boolean().default(true),
};

export type JobRights = Readonly<{ asAdministrator: boolean }>;

/** Returns the rights of a job that this actor asks for. */
export const jobRightsOf = (actor: Actor): JobRights => ({ asAdministrator: isAdmin(actor) });
