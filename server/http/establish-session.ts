import { endSession, startSession } from '#server/authorization/sessions.ts';
import type { Context } from '#server/app/context.ts';
import type { Exchange } from './serve.ts';
import { sessionTokenOf, setSessionCookie } from './session-cookie.ts';

/** A new id at each beginning: what the browser carried before, whoever put it there, opens nothing any more. */
export async function beginSession(
  ctx: Context,
  holder: Parameters<typeof startSession>[1],
  { request, reply }: Exchange,
): Promise<void> {
  const { secure } = ctx.config;
  await endSession(ctx, sessionTokenOf(request, secure));
  const visit = { address: ctx.address, userAgent: request.headers['user-agent'] ?? '' };
  setSessionCookie(reply, await startSession(ctx, holder, visit), secure);
}
