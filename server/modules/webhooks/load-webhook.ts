import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { listWebhooks } from './queries.ts';

export const WEBHOOK_NOT_FOUND = 'The webhook or delivery could not be found';

/** Returns a webhook of the requester; those of others are not found, by administrators neither. */
export async function loadWebhook(before: Context, id: number) {
  const ctx = await reloadUser(before);
  const [webhook] = await listWebhooks(ctx.db, ctx.actor.id, id);
  if (!webhook) throw new AppError('not-found', WEBHOOK_NOT_FOUND);
  return webhook;
}

export async function listOwnWebhooks(before: Context) {
  const ctx = await reloadUser(before);
  return listWebhooks(ctx.db, ctx.actor.id);
}
