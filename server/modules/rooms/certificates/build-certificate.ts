import { Readable } from 'node:stream';
import { type Services, systemContext, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findHistoryStart } from '#server/authorization/history/as-party.ts';
import { findUsername } from '#server/authorization/readers/username.ts';
import { insertBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import { type StoredBlob, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { signTreeHead } from '#server/modules/evidence/sign-tree-head.ts';
import { certificateText } from '#server/modules/evidence/signed-texts.ts';
import { loadSigningKey, signText } from '#server/modules/evidence/signing-keys.ts';
import { discardBytes } from '#server/modules/files/store-bytes.ts';
import { toAsciiJson } from '#server/modules/terms/acceptances/signed-statement.ts';
import type { TreeHead } from '#shared/contracts/audit.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import {
  type CertificateRow,
  findCertificate,
  findFolderName,
  setCertificate,
} from './certificate-queries.ts';
import type { CertificateStatement } from './certificate-statement.ts';
import { hasNoAddress, hidesReading } from './hidden-reading.ts';
import { readDisclosure } from './read-disclosure.ts';

/** Creates a certificate. After a crash it begins again: nothing of the first run is referenced. */
export async function buildCertificate(services: Services, id: number): Promise<void> {
  const row = await findCertificate(services.db, id);
  if (row?.state !== 'waiting') return;
  try {
    await storeCertificate(services, row);
  } catch (error) {
    const isFull = storageFailureOf(error) === 'full';
    if (!isFull && !(error instanceof AppError)) throw error;
    await setCertificate(services.db, id, {
      state: 'failed',
      error: error instanceof AppError ? error.message : 'Not enough storage.',
      finished_at: services.now(),
    });
  }
}

/** Records after the last attempt that a certificate could not be made. */
export async function abandonCertificate({ db }: Services, id: number): Promise<void> {
  await setCertificate(db, id, {
    state: 'failed',
    error: 'Something went wrong on our side. Create the certificate again.',
  });
}

async function storeCertificate(services: Services, row: CertificateRow): Promise<void> {
  const { statement, treeHead } = await state(services, row);
  const { json, keyId } = await sign(services, statement, treeHead);
  const { renderCertificate } = await import('./render-certificate.ts');
  const stored: StoredBlob[] = [];
  const store = async (bytes: Buffer): Promise<StoredBlob> => {
    const blob = await services.blobs.put(Readable.from([bytes]), { maxBytes: Number.MAX_SAFE_INTEGER });
    stored.push(blob);
    return blob;
  };
  try {
    const file = await store(Buffer.from(`${json}\n`, 'latin1'));
    const pdf = await store(
      Buffer.from(await renderCertificate({ statement, json, keyId, sha256: file.sha256 })),
    );
    await transaction(systemContext(services), async ({ db, now }) => {
      for (const blob of stored) await insertBlob(db, blob, { now: now() });
      const isThere = await setCertificate(db, row.id, {
        state: 'done',
        documents: statement.documents.length,
        statement_blob_key: file.key,
        pdf_blob_key: pdf.key,
        sha256: file.sha256,
        key_id: keyId,
        finished_at: now(),
      });
      if (!isThere) throw new AppError('conflict', 'The certificate is finished already, or was deleted.');
    });
  } catch (error) {
    // If this fails too, the maintenance removes the objects, which no row names.
    for (const blob of stored) await discardBytes(services, blob, error).catch(() => undefined);
    throw error;
  }
}

async function state(
  services: Services,
  row: CertificateRow,
): Promise<{ statement: CertificateStatement; treeHead: TreeHead }> {
  const party = { kind: row.party_kind, id: row.party_id } as const;
  const hidesPersons =
    row.room_id !== null && (await hidesReading(services, row.room_id, { party, at: row.as_of }));
  const isUnnamed = await hasNoAddress(services, party);
  const { hasAccess, documents } = await readDisclosure(services, {
    party,
    roomId: row.room_id,
    at: row.as_of,
    showsOpened: !hidesPersons && !isUnnamed,
  });
  const treeHead = await signTreeHead(systemContext(services));
  if (!treeHead) throw new AppError('conflict', 'The audit log cannot be signed at the moment. Try again.');
  const creator = row.creator_id === null ? undefined : await findUsername(services.db, row.creator_id);
  const statement = {
    installation: services.config.publicUrl,
    room:
      row.room_id === null
        ? null
        : { id: row.room_id, name: (await findFolderName(services.db, row.room_id)) ?? '' },
    party: { ...party, name: row.party_name },
    at: isoInstant(row.as_of),
    historySince: isoInstant(await findHistoryStart(services)),
    issuedAt: isoInstant(services.now()),
    issuedTo: creator ?? row.party_name,
    logEntries: treeHead.treeSize,
    rootHash: treeHead.rootHash,
    hasAccess,
    ...(hidesPersons && { hidesPersons }),
    ...(isUnnamed && { isUnnamed }),
    documents,
  };
  return { statement, treeHead };
}

/** Signs a statement. Returns the certificate as one line of ASCII, which a PDF can contain as it is. */
async function sign(
  services: Services,
  statement: CertificateStatement,
  treeHead: TreeHead,
): Promise<{ json: string; keyId: string }> {
  const ctx = systemContext(services);
  const key = await loadSigningKey(ctx);
  const text = JSON.stringify(statement);
  const { keyId, signature } = signText(ctx, key, certificateText(text));
  const json = toAsciiJson({
    format: 'muniment-certificate/1',
    statement: text,
    signature,
    key: { id: keyId, publicKey: key.public_key.toString('base64') },
    treeHead,
  });
  return { json, keyId };
}
