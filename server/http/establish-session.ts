import { type Context, transaction } from '#server/app/context.ts';
import { createSession, endSession } from '#server/authorization/sessions.ts';
import type { Exchange } from './serve.ts';
import { readSessionToken, setSessionCookie } from './session-cookie.ts';

/**
 * Creates a session, sets its cookie and returns its token. The session of the request ends, so that a session id planted in the
 * browser before gives no access (session fixation). `prepare` runs first, in the same transaction: if it
 * throws, no session is created. It gets the browser's user agent for the audit log.
 */
export async function establishSession(
  ctx: Context,
  holder: Parameters<typeof createSession>[1],
  { request, reply }: Exchange,
  prepare: (ctx: Context, userAgent: string) => Promise<unknown> = async () => {},
): Promise<string> {
  const { secure } = ctx.config;
  const userAgent = request.headers['user-agent'] ?? '';
  const token = await transaction(ctx, async (ctx) => {
    await prepare(ctx, userAgent);
    await endSession(ctx, readSessionToken(request, secure));
    return createSession(ctx, holder, { address: ctx.address, userAgent });
  });
  setSessionCookie(reply, token, secure);
  return token;
}
