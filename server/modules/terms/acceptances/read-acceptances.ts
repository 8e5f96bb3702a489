import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorize } from '#server/authorization/authorize.ts';
import type { Cell } from '#server/engines/archives/archives.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { TermsAcceptance } from '#shared/contracts/links/terms.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { termsPolicy } from '#shared/policies/terms.ts';
import {
  type AcceptanceFilter,
  findAcceptance,
  type ListedAcceptance,
  listAcceptances,
  listAcceptancesAfter,
} from './queries.ts';
import { acceptanceStatement, toAsciiJson } from './signed-statement.ts';

type Filter = Omit<AcceptanceFilter, 'ownerId'>;

export const presentAcceptance = (row: ListedAcceptance): TermsAcceptance => ({
  id: row.id,
  termsId: row.terms_id,
  termsName: row.terms_name,
  version: row.number,
  linkId: row.link_id,
  linkName: row.link_name,
  email: row.email || null,
  verified: row.verified_by === 'code',
  typedName: row.typed_name,
  acceptedAt: isoInstant(row.accepted_at),
  address: row.address,
});

/** Limits a list to the actor's own terms, except for administrators. */
async function ownFilter(ctx: Context, filter: Filter): Promise<AcceptanceFilter> {
  const { id } = await loadCurrentUser(ctx);
  return { ...filter, ownerId: isAdmin(ctx.actor) ? undefined : id };
}

export async function readAcceptances(ctx: Context, { limit, cursor, ...filter }: Filter & PageRequest) {
  return listAcceptances(ctx.db, { ...(await ownFilter(ctx, filter)), limit, cursor });
}

const BATCH_SIZE = 500;

/** Exports a header row and a row for each acceptance, oldest first, in batches. */
export async function exportAcceptances(ctx: Context, filter: Filter): Promise<AsyncIterable<Cell[][]>> {
  const own = await ownFilter(ctx, filter);
  await audit(ctx, { action: 'terms.export', details: { ...filter } });
  return listRows(ctx, own);
}

async function* listRows({ db }: Context, filter: AcceptanceFilter): AsyncGenerator<Cell[][]> {
  yield [['Terms', 'Version', 'Link', 'Address', 'Verified', 'Signed as', 'Accepted at', 'IP address']];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: ListedAcceptance[] = await listAcceptancesAfter(db, filter, after, BATCH_SIZE);
    yield rows.map((row) => [
      row.terms_name,
      row.number,
      row.link_name,
      row.email,
      row.verified_by === 'code' ? 'by code' : 'no',
      row.typed_name ?? '',
      isoInstant(row.accepted_at),
      row.address,
    ]);
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id;
  }
}

/** Loads the accepted document; undefined for a text, and while a scan for viruses withholds it. */
async function loadAcceptedDocument(
  { blobs }: Context,
  row: NonNullable<Awaited<ReturnType<typeof findAcceptance>>>,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const { blob_key: key, document_name: name, size, wrapped_key: wrappedKey, scan_state: state } = row;
  if (key === null || name === null || size === null || wrappedKey === null || isWithheld(state))
    return undefined;
  return { name, bytes: await blobs.read({ key, size, wrappedKey }) };
}

/** Renders an acceptance as PDF, with the statement and what its verification needs as an attachment. */
export async function loadAcceptancePdf(
  ctx: Context,
  id: number,
): Promise<{ name: string; bytes: Uint8Array }> {
  const row = await findAcceptance(ctx.db, id);
  const refusals = { notFound: 'Acceptance not found', forbidden: 'Acceptance not found' };
  if (!row) throw new AppError('not-found', refusals.notFound);
  const resource = { ownerId: row.terms_owner_id };
  authorize(termsPolicy.view(ctx.actor, resource), termsPolicy.seeAcceptances(ctx.actor, resource), refusals);
  const json = toAsciiJson({
    format: 'muniment-terms-acceptance/1',
    statement: row.statement,
    signature: row.signature,
    key: { id: row.key_id, publicKey: row.public_key.toString('base64') },
    text: row.text,
  });
  const statement = acceptanceStatement.parse(JSON.parse(row.statement));
  const { renderAcceptance } = await import('./render-acceptance.ts');
  const document = await loadAcceptedDocument(ctx, row);
  const bytes = await renderAcceptance({ statement, text: row.text, keyId: row.key_id, json, document });
  return { name: `acceptance-${id}.pdf`, bytes };
}
