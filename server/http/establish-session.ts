import type { Context } from '#server/app/context.ts';
import { createSession, endSession } from '#server/authorization/sessions.ts';
import type { Exchange } from './serve.ts';
import { readSessionToken, setSessionCookie } from './session-cookie.ts';

/** A new id at each beginning: what the browser carried before, whoever put it there, opens nothing any more. */
export async function establishSession(
  ctx: Context,
  holder: Parameters<typeof createSession>[1],
  { request, reply }: Exchange,
): Promise<void> {
  const { secure } = ctx.config;
  await endSession(ctx, readSessionToken(request, secure));
  const visit = { address: ctx.address, userAgent: request.headers['user-agent'] ?? '' };
  setSessionCookie(reply, await createSession(ctx, holder, visit), secure);
}
