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
import type { Actor } from '#shared/policies/actor.ts';

/** The viewer fetches a file at once; a later request comes from someone who got the URL in another way. */
const TOKEN_TTL_MS = 5 * 60 * 1000;

/** Everything else about the actor is read when the token is used, which therefore has the same length for everybody. */
const tokenPayload = z.strictObject({
  fileId: z.int(),
  expiresAt: z.int(),
  /** The address at which the actor asked: its rules count, and not those of the viewer's server. */
  address: z.string(),
  actor: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('user'), id: z.int() }),
    z.strictObject({ kind: z.literal('visitor'), id: z.int() }),
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
  const payload = { fileId, expiresAt, address: ctx.address, actor: tokenActorOf(ctx.actor) };
  const encrypted = ctx.encryptor.encrypt('online view', JSON.stringify(payload));
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
  const { fileId, expiresAt, address, actor } = decryptToken(ctx, token);
  if (expiresAt <= ctx.now()) throw linkInvalid();
  const asReader = { ...ctx, address, actor: actorOfToken(actor), sessionToken: undefined };
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

type TokenActor = z.infer<typeof tokenPayload>['actor'];

/** Selects what identifies an actor. */
function tokenActorOf(actor: Actor): TokenActor {
  if (actor.kind === 'user') return { kind: 'user', id: actor.id };
  if (actor.kind === 'visitor') return { kind: 'visitor', id: actor.invitationId };
  throw linkInvalid();
}

/** Returns an actor without rights, who is read again. */
const actorOfToken = ({ kind, id }: TokenActor): Actor =>
  kind === 'user' ? { kind, id, isAdmin: false } : { kind, invitationId: id, mayDownload: false };

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
