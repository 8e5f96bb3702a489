import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import type { Party } from '#server/authorization/history/as-party.ts';
import { hasOnlyTypedAddress } from '#server/authorization/readers/typed-address.ts';
import { findBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { FileContent } from '#server/engines/storage/object-storage.ts';
import { holderOf } from '#server/modules/evidence/create-receipt.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { Certificate } from '#shared/contracts/rooms/certificates.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { assertOwnRights } from './assert-own-rights.ts';
import {
  type CertificateRow,
  findCertificate,
  listCertificatesOfParty,
  listCertificatesOfRoom,
} from './certificate-queries.ts';

const NOT_FOUND = 'The certificate could not be found.';
/** A continued download is recorded once. */
const SAME_DOWNLOAD_MS = 10 * 60 * 1000;

/** Lists the certificates of a room for its managers, newest first. Returns one row more than `limit`. */
export async function listRoomCertificates(
  ctx: Context,
  roomId: number,
  page: PageRequest,
): Promise<CertificateRow[]> {
  const room = await loadRoom(ctx, roomId, 'evidence');
  return listCertificatesOfRoom(ctx.db, room.id, page);
}

/** Lists those that the actor asked for as a party, newest first. Returns one row more than `limit`. */
export async function listOwnCertificates(ctx: Context, page: PageRequest): Promise<CertificateRow[]> {
  authorizeSystemAction(ctx.actor, 'getReceipts');
  if (await hasOnlyTypedAddress(ctx)) return [];
  return listCertificatesOfParty(ctx.db, partyOf(ctx), page);
}

/** Returns the actor as the party that a certificate of their own is about. */
export function partyOf({ actor }: Pick<Context, 'actor'>): Party {
  const { user_id, invitation_id } = holderOf(actor);
  return user_id === null ? { kind: 'visitor', id: invitation_id ?? 0 } : { kind: 'user', id: user_id };
}

/** Returns a certificate to the managers of its room, or to the party that asked for it; to all others there is none. */
async function loadCertificate(ctx: Context, id: number): Promise<CertificateRow> {
  authorizeSystemAction(ctx.actor, 'getReceipts');
  const row = await findCertificate(ctx.db, id);
  if (!row) throw new AppError('not-found', NOT_FOUND);
  if (row.room_id === null) {
    const { kind, id: partyId } = partyOf(ctx);
    const isOwn = row.party_kind === kind && row.party_id === partyId && !(await hasOnlyTypedAddress(ctx));
    if (!isOwn) throw new AppError('not-found', NOT_FOUND);
    await assertOwnRights(ctx);
    return row;
  }
  try {
    await loadRoom(ctx, row.room_id, 'evidence');
    return row;
  } catch (error) {
    // People who see the room but do not manage it learn nothing of its certificates.
    throw error instanceof AppError ? new AppError('not-found', NOT_FOUND) : error;
  }
}

/** Refuses once the actor may not read the certificate any more, while it is sent. */
export const assertCertificateReadable = async (ctx: Context, id: number): Promise<void> =>
  void (await loadCertificate(ctx, id));

export async function openCertificate(
  ctx: Context,
  id: number,
  { format, isRead }: { format: 'json' | 'pdf'; isRead: boolean },
): Promise<{ name: string; content: FileContent }> {
  const row = await loadCertificate(ctx, id);
  if (row.state === 'failed') throw new AppError('conflict', row.error ?? 'The certificate failed.');
  const blobKey = format === 'pdf' ? row.pdf_blob_key : row.statement_blob_key;
  const blob = blobKey === null ? undefined : await findBlob(ctx.db, blobKey);
  if (!blob) throw new AppError('conflict', 'The certificate is not finished.');
  if (isRead)
    await audit(ctx, {
      action: 'certificate.download',
      object: { kind: 'certificate', id, name: row.party_kind },
      details: { format },
      onceWithinMs: SAME_DOWNLOAD_MS,
    });
  const { key, size, sha256, wrapped_key: wrappedKey } = blob;
  const content: FileContent = {
    size,
    sha256,
    isTransient: false,
    open: (range) => ctx.blobs.open({ key, size, wrappedKey }, range),
    discard: async () => {},
  };
  return { name: `certificate-${id}.${format}`, content };
}

export const presentCertificate = (row: CertificateRow): Certificate => ({
  id: row.id,
  roomId: row.room_id,
  party: { kind: row.party_kind, id: row.party_id, name: row.party_name },
  at: isoInstant(row.as_of),
  state: row.state,
  error: row.error,
  createdAt: isoInstant(row.created_at),
  finishedAt: isoInstantOrNull(row.finished_at),
  documents: row.documents,
  sha256: row.sha256,
  keyId: row.key_id,
});
