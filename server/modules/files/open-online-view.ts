import { z } from 'zod';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { record } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { isShownOnline, ONLINE_VIEWER_ORIGIN } from '#shared/domain/online-viewer.ts';

/** The viewer fetches a file at once; whoever comes later has the address from elsewhere. */
const OPEN_MS = 5 * 60 * 1000;

const view = z.strictObject({
  fileId: z.int(),
  expiresAt: z.int(),
  actor: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('user'), id: z.int(), isAdmin: z.boolean() }),
    z.strictObject({ kind: z.literal('visitor'), invitationId: z.int(), mayDownload: z.boolean() }),
  ]),
});

/** Hands one file to the external viewer, for one actor and five minutes. */
export async function openOnlineView(
  ctx: Context,
  fileId: number,
): Promise<{ address: string; expiresAt: string }> {
  requireOnlineViewer(ctx);
  const file = await loadFile(ctx, fileId, 'viewOnline');
  if (!isShownOnline(file.name)) {
    throw new AppError('unsupported-type', 'The online viewer shows Word, Excel and PowerPoint files alone.');
  }
  await recordView(ctx, file);
  await record(ctx, { action: 'file.view-online', object: { kind: 'file', id: file.id, name: file.name } });
  const expiresAt = ctx.now() + OPEN_MS;
  const sealed = ctx.sealer.seal('online view', JSON.stringify({ fileId, expiresAt, actor: ctx.actor }));
  const source = `${ctx.config.publicUrl}/api/online-views/${sealed.toString('base64url')}`;
  return {
    address: `${ONLINE_VIEWER_ORIGIN}/op/embed.aspx?${new URLSearchParams({ src: source })}`,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** The file that a token opens, while whoever asked for it may still have it. */
export async function loadOnlineView(
  ctx: Context,
  token: string,
): Promise<{ ctx: Context; file: LoadedFile }> {
  requireOnlineViewer(ctx);
  const { fileId, expiresAt, actor } = unseal(ctx, token);
  if (expiresAt <= ctx.now()) throw closed();
  const asReader = { ...ctx, actor, sessionToken: undefined };
  const reader = { ...asReader, actor: await reloadActor(asReader) };
  try {
    return { ctx: reader, file: await loadFile(reader, fileId, 'viewOnline') };
  } catch (error) {
    throw error instanceof AppError ? closed() : error;
  }
}

function unseal({ sealer }: Context, token: string): z.infer<typeof view> {
  try {
    return view.parse(JSON.parse(sealer.unseal('online view', Buffer.from(token, 'base64url'))));
  } catch {
    // Sealed by nobody, or for something else.
    throw closed();
  }
}

/** In the same words whatever the reason: who calls is a stranger. */
const closed = () => new AppError('not-found', 'This address is not open (any more).');

function requireOnlineViewer({ config }: Context): void {
  if (!config.onlineOfficeViewer) throw new AppError('not-found', 'This room has no online viewer.');
}
