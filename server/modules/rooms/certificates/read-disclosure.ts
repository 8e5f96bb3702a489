import type { Context, Services } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { asParty, type Party } from '#server/authorization/history/as-party.ts';
import { findNumbersBelow } from '#server/authorization/index-numbers/find-numbers.ts';
import type { NumberOf } from '#server/authorization/index-numbers/list-places.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { toDisclosedResource } from './disclosed-resource.ts';
import { type DisclosedRow, listDisclosed } from './disclosure-queries.ts';
import { findEarlierVersions } from './earlier-versions.ts';
import { type OpenedVersions, presentOpened, readOpened } from './opened-versions.ts';

/** Limits the size of the signed statement, which is one line. */
const MAX_DOCUMENTS = 20_000;

/** A document as a certificate names it. */
export interface DisclosedDocument extends OpenedVersions {
  readonly id: number;
  readonly number: string | null;
  readonly name: string;
  readonly version: number;
  readonly sha256: string | null;
  readonly size: number;
  /** When this version was added, or published if that was later. */
  readonly since: string;
  /** Names what the party could do: look at it, download it with a watermark, or download the original. */
  readonly access: 'view' | 'watermarked' | 'original';
}

interface Disclosure {
  readonly party: Party;
  readonly roomId: number | null;
  readonly at: number;
  /** Says what the party opened, too. */
  readonly showsOpened: boolean;
}

/** Reads what a party could see at an instant, in a room or anywhere. The order is that of ids. */
export async function readDisclosure(
  services: Services,
  { party, roomId, at, showsOpened }: Disclosure,
): Promise<{ hasAccess: boolean; documents: DisclosedDocument[] }> {
  const { past, close } = await asParty(services, party, at);
  try {
    return past
      ? {
          hasAccess: true,
          documents: await listDocuments(services, past, { party, roomId, at, showsOpened }),
        }
      : { hasAccess: false, documents: [] };
  } finally {
    await close();
  }
}

async function listDocuments(
  services: Services,
  then: Context,
  { party, roomId, at, showsOpened }: Disclosure,
): Promise<DisclosedDocument[]> {
  const rows = await listDisclosed(then.db, then, roomId, MAX_DOCUMENTS + 1);
  if (rows.length > MAX_DOCUMENTS) throw tooLarge();
  const numberOf: NumberOf = roomId === null ? () => undefined : await findNumbersBelow(then, roomId);
  const opened = showsOpened ? await readOpened(services, party, { at, rows }) : undefined;
  const earlier = await findEarlierVersions(services, then, { roomId, at, rows });
  const count = [...earlier.values()].reduce((sum, versions) => sum + versions.length, rows.length);
  if (count > MAX_DOCUMENTS) throw tooLarge();
  const yieldIfDue = createEventLoopYield();
  const documents: DisclosedDocument[] = [];
  for (const row of rows) {
    documents.push({
      ...present(then, row, { roomId, number: numberOf('file', row.id) }),
      ...presentOpened(row.version, earlier.get(row.id), opened && (opened.get(row.id) ?? [])),
    });
    await yieldIfDue();
  }
  return documents;
}

const tooLarge = (): AppError =>
  new AppError(
    'too-large',
    `A certificate can name at most ${MAX_DOCUMENTS.toLocaleString('en')} documents and earlier versions.`,
  );

function present(
  { actor }: Context,
  row: DisclosedRow,
  { roomId, number }: { roomId: number | null; number: string | undefined },
): Omit<DisclosedDocument, keyof OpenedVersions> {
  const resource = toDisclosedResource(row, roomId);
  return {
    id: row.id,
    number: number ?? null,
    name: row.name,
    version: row.version,
    sha256: row.sha256,
    size: row.size,
    since: isoInstant(Math.max(row.added_at, row.published_at)),
    access: filePolicy.downloadOriginal(actor, resource)
      ? 'original'
      : filePolicy.download(actor, resource)
        ? 'watermarked'
        : 'view',
  };
}
