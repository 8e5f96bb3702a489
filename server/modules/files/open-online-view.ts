import { z } from 'zod';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { assertVersionReadable } from '#server/authorization/load-file-version.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isSupportedOnline, ONLINE_VIEWER_ORIGIN } from '#shared/domain/online-viewer.ts';

/** The viewer fetches a file at once; a later request comes from someone who got the URL in another way. */
const TOKEN_TTL_MS = 5 * 60 * 1000;

const tokenPayload = z.strictObject({
  fileId: z.int(),
  expiresAt: z.int(),
  actor: z.discriminatedUnion('kind', [
    // Groups are left out: they are read again when the token is used.
    z.object({ kind: z.literal('user'), id: z.int(), isAdmin: z.boolean() }),
    z.object({ kind: z.literal('visitor'), invitationId: z.int(), mayDownload: z.boolean() }),
  ]),
});

/** Creates the URL under which the external viewer can fetch one file, for one actor and five minutes. */
export async function openOnlineView(
  ctx: Context,
  fileId: number,
): Promise<{ address: string; expiresAt: string }> {
  assertOnlineViewerEnabled(ctx);
  const file = await loadFile(ctx, fileId, 'viewOnline');
  if (!isSupportedOnline(file.name)) {
    throw new AppError(
      'unsupported-type',
      'The online viewer supports only Word, Excel and PowerPoint files.',
    );
  }
  await recordView(ctx, file);
  await audit(ctx, { action: 'file.view-online', object: { kind: 'file', id: file.id, name: file.name } });
  const expiresAt = ctx.now() + TOKEN_TTL_MS;
  const encrypted = ctx.encryptor.encrypt(
    'online view',
    JSON.stringify({ fileId, expiresAt, actor: ctx.actor }),
  );
  const source = `${ctx.config.publicUrl}/api/online-views/${encrypted.toString('base64url')}`;
  return {
    address: `${ONLINE_VIEWER_ORIGIN}/op/embed.aspx?${new URLSearchParams({ src: source })}`,
    expiresAt: isoInstant(expiresAt),
  };
}

/** Returns the file of a token while the requester may still download it. */
export async function loadOnlineView(
  ctx: Context,
  token: string,
): Promise<{ ctx: Context; file: LoadedFile }> {
  assertOnlineViewerEnabled(ctx);
  const { fileId, expiresAt, actor } = decryptToken(ctx, token);
  if (expiresAt <= ctx.now()) throw linkInvalid();
  const asReader = { ...ctx, actor, sessionToken: undefined };
  const viewer = { ...asReader, actor: await reloadActor(asReader) };
  try {
    return { ctx: viewer, file: await loadFile(viewer, fileId, 'viewOnline') };
  } catch (error) {
    throw error instanceof AppError ? linkInvalid() : error;
  }
}

/** Refuses once the actor of an online view may no longer download the file, however old its token is. */
export async function assertOnlineViewAllowed(viewer: Context, { id, version }: LoadedFile): Promise<void> {
  await assertVersionReadable({ ...viewer, actor: await reloadActor(viewer) }, id, version, 'viewOnline');
}

function decryptToken({ encryptor }: Context, token: string): z.infer<typeof tokenPayload> {
  try {
    return tokenPayload.parse(JSON.parse(encryptor.decrypt('online view', Buffer.from(token, 'base64url'))));
  } catch {
    // The token is not encrypted with our key, or has another purpose.
    throw linkInvalid();
  }
}

/** Refuses with the same message for every reason, because the caller is not authenticated. */
const linkInvalid = () => new AppError('not-found', 'This link is invalid or has expired.');

function assertOnlineViewerEnabled({ config }: Context): void {
  if (!config.onlineOfficeViewer) throw new AppError('not-found', 'The online viewer is not enabled.');
}
