import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { listSettings } from './queries.ts';

/** Names and addresses that only this machine reaches. */
const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * Tells whether nobody has chosen yet who may create accounts, although everybody can reach the sign-in page. The stored setting
 * is the answer, also when it is the default, so that the question is never asked again.
 */
export async function showRegistrationQuestion(ctx: Context): Promise<{ isOpen: boolean }> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  const { publicHostname } = ctx.config;
  if (publicHostname === undefined || THIS_MACHINE.test(publicHostname)) return { isOpen: false };
  const stored = await listSettings(ctx.db);
  return { isOpen: !stored.some(({ name }) => name === 'registration') };
}
