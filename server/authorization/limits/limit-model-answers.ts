import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { countWithinLimit, type RateLimitKey } from '../rate-limits.ts';
import { callerKey } from './concurrency-limit.ts';

/**
 * Counts an answer that a language model is about to write, and returns whether the requester, and the link that they came
 * through, have not used up those of the day.
 */
export async function countModelAnswer(ctx: Context): Promise<boolean> {
  const linkId = await findLinkId(ctx);
  const counted: RateLimitKey[] = [
    { kind: 'model-answer', name: callerKey(ctx) },
    ...(linkId === null ? [] : [{ kind: 'link-model-answer', name: String(linkId) } as const]),
  ];
  try {
    for (const each of counted) await countWithinLimit(ctx, each);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate-limited') return false;
    throw error;
  }
}

async function findLinkId({ actor, db }: Context): Promise<number | null> {
  if (actor.kind !== 'visitor' || actor.viewAs) return null;
  const row = await db
    .selectFrom('invitations')
    .select('link_id')
    .where('id', '=', actor.invitationId)
    .executeTakeFirst();
  return row?.link_id ?? null;
}
