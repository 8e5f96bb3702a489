import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { findTimeStampOf } from '#server/modules/evidence/anchors/find-time-stamp.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { listAreaRows } from '../requests/area-queries.ts';
import { presentRequests } from '../requests/present-requests.ts';
import { listRequestRows } from '../requests/queries.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import type { Work } from './load-work.ts';
import { listGrantHistory, listGroupsOf, listMemberHistory, listTermsOfRoom } from './record-queries.ts';

const REQUESTS_PER_PAGE = 500;

const line = (row: object): string => `${JSON.stringify(row)}\n`;
const addLines = (writer: ArchiveWriter, path: string, lines: AsyncIterable<string>) =>
  writer.add(path, Readable.from(lines, { objectMode: false }));

/** Adds the request list: all of it, or what a group sees of its own. */
export async function addRequests(writer: ArchiveWriter, { reader, room, group }: Work): Promise<void> {
  const areas = new Map(
    (await listAreaRows(reader.db, room.id, undefined)).map(({ id, name }) => [id, name]),
  );
  async function* lines(): AsyncGenerator<string> {
    for (let cursor: number | undefined, isMore = true; isMore; ) {
      const page = { limit: REQUESTS_PER_PAGE, cursor };
      const rows = await listRequestRows(reader.db, room.id, group && [group.id], page);
      isMore = rows.length > REQUESTS_PER_PAGE;
      const shown = rows.slice(0, REQUESTS_PER_PAGE);
      for (const { areaId, ...request } of await presentRequests(reader, shown, { isStaff: !group }))
        yield line({ ...request, area: areaId === null ? null : (areas.get(areaId) ?? null) });
      cursor = shown.at(-1)?.id;
    }
  }
  await addLines(writer, 'evidence/requests.jsonl', lines());
}

/** Adds who was granted what and when, and the members of groups by their ids. `until` is `null` for what is still so. */
export async function addPermissionHistory(
  ctx: Context,
  writer: ArchiveWriter,
  roomId: number,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for (const group of await listGroupsOf(ctx.db, roomId))
      for (const list of [listGrantHistory, listMemberHistory])
        for await (const rows of list(ctx.db, group.id))
          for (const { valid_from_at: from, valid_until_at: until, ...row } of rows)
            yield line({ group, ...row, from: isoInstant(from), until: isoInstantOrNull(until) });
  }
  await addLines(writer, 'evidence/permissions.jsonl', lines());
}

/** Adds the texts of the terms that links of the room asked for, in all versions that were accepted. */
export async function addTerms(ctx: Context, writer: ArchiveWriter, roomId: number): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for await (const rows of listTermsOfRoom(ctx.db, roomId))
      for (const { name, number, text, text_sha256, created_at, document_name, document_sha256 } of rows)
        yield line({
          ...{ name, version: number, text, textSha256: text_sha256 },
          ...(document_sha256 !== null && { document: { name: document_name, sha256: document_sha256 } }),
          createdAt: isoInstant(created_at),
        });
  }
  await addLines(writer, 'evidence/terms.jsonl', lines());
}

/** Adds the newest time stamp of a tree head that the archive continues, with the text that it is of; nothing without one. */
export async function addTimeStamp(ctx: Context, writer: ArchiveWriter, logEntries: number): Promise<void> {
  const stamp = await findTimeStampOf(ctx, logEntries);
  if (!stamp) return;
  const name = `evidence/time-stamp/tree-head-${stamp.treeSize}`;
  await writer.addText(`${name}.txt`, stamp.text);
  await writer.add(`${name}.tst`, Readable.from([stamp.token]), stamp.token.length);
}
