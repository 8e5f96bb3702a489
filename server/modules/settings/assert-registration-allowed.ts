import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadSettings } from './load-settings.ts';

/** Refuses a new account where the setting `registration` does not allow it, by invitation or without. */
export async function assertRegistrationAllowed(ctx: Context, way: 'open' | 'invitation'): Promise<void> {
  const { registration } = await loadSettings(ctx);
  if (registration === 'open' || registration === way) return;
  throw new AppError(
    'forbidden',
    registration === 'invitation'
      ? 'Accounts are created by invitation. Ask the person who shares documents with you for one.'
      : 'Only administrators create accounts. Ask an administrator for one.',
  );
}
