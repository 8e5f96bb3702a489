import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { storeBytes } from '#server/modules/files/store-bytes.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { importRequests as contract } from '#shared/contracts/rooms/requests.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';
import { insertAreas, listAreaRows } from './area-queries.ts';
import { insertRequests, listRoomGroupNames, measureRequests } from './queries.ts';
import { type RequestLine, readRequestRows } from './read-request-rows.ts';
import { loadResponsiblePeople } from './responsible-people.ts';
import { auditArea } from './save-area.ts';
import { MAX_REQUESTS } from './save-request.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ROWS = 5_000;
/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

type Report = ResultOf<typeof contract>;

/** Adds the rows of an uploaded table to the request list; those with a problem are left out and reported. */
export async function importRequests(ctx: Context, roomId: number, request: FastifyRequest): Promise<Report> {
  await loadRoom(ctx, roomId, 'edit');
  const parsed = await readTable(ctx, request);
  const lines = parsed.filter((line): line is RequestLine => 'text' in line);
  const problems = parsed.flatMap((line) =>
    'problem' in line ? [{ line: line.line, reason: line.problem }] : [],
  );
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    await enforceMaintenanceMode(ctx);
    const room = await loadRoom(ctx, roomId, 'edit');
    const { created, numbers } = await insertLines(ctx, room, lines, problems);
    await audit(ctx, {
      action: 'request.import',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: { created, ...numbers, problems: problems.length },
    });
    return { created, problems: problems.toSorted((one, other) => one.line - other.line) };
  });
}

async function readTable(ctx: Context, request: FastifyRequest) {
  if (!request.isMultipart()) throw new AppError('unsupported-type', 'Send the file as multipart/form-data');
  const part = await request.file();
  if (!part) throw new AppError('invalid', NO_FILE_SELECTED, { fields: { file: NO_FILE_SELECTED } });
  const type = typeOf(part);
  const { temporaryStore, tables } = ctx.documents;
  const blob = await storeBytes(temporaryStore, part.file as Readable, MAX_BYTES); // the types of the library say less
  try {
    const table = await tables.read(type, () => temporaryStore.open(blob), { maxRows: MAX_ROWS });
    if ('problem' in table)
      throw table.problem === 'too-many-rows'
        ? new AppError('too-large', `The list has more than ${MAX_ROWS} rows. Split it and import the parts.`)
        : new AppError('invalid', 'The file could not be read. Save it as XLSX or CSV.');
    const parsed = readRequestRows(table.rows);
    if (!parsed)
      throw new AppError(
        'invalid',
        'There is no column “Request”. Add a header with the names of the columns.',
      );
    return parsed;
  } finally {
    await temporaryStore.remove(blob.key);
  }
}

function typeOf({ filename }: MultipartFile): 'csv' | 'xlsx' {
  if (/\.csv$/i.test(filename)) return 'csv';
  if (/\.xlsx$/i.test(filename)) return 'xlsx';
  throw new AppError('invalid', 'Choose an XLSX or CSV file.', {
    fields: { file: 'Choose an XLSX or CSV file.' },
  });
}

/** Inserts the lines with their numbers, which follow each other, and areas, which are created where they are new. */
async function insertLines(
  ctx: Context,
  room: LoadedRoom,
  lines: readonly RequestLine[],
  problems: Report['problems'],
): Promise<{ created: number; numbers?: { firstNumber: number; lastNumber: number } }> {
  const roomId = room.id;
  const groups = new Map(
    (await listRoomGroupNames(ctx.db, roomId)).map(({ id, name }) => [accountKey(name), id]),
  );
  const known = lines.filter(({ line, group }) => {
    if (group === '' || groups.has(accountKey(group))) return true;
    problems.push({ line, reason: `there is no group “${group}”` });
    return false;
  });
  const { count, last } = await measureRequests(ctx.db, roomId);
  if (count + known.length > MAX_REQUESTS)
    throw new AppError('conflict', `A request list can have at most ${MAX_REQUESTS} requests.`);
  const areas = await ensureAreas(ctx, room, known);
  const findResponsible = await loadResponsiblePeople(ctx, roomId);
  const rows = known.map((line, index) => ({
    room_id: roomId,
    number: last + index + 1,
    area_id: line.area === '' ? null : (areas.get(accountKey(line.area)) ?? null),
    group_id: line.group === '' ? null : (groups.get(accountKey(line.group)) ?? null),
    text: line.text,
    responsible_id: line.responsible === '' ? null : findResponsible(line.responsible),
    responsible_name: line.responsible === '' ? null : line.responsible,
    due_at: line.dueAt,
    priority: line.priority,
    state: line.state,
    created_at: ctx.now(),
  }));
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await insertRequests(ctx.db, rows.slice(at, at + BATCH_SIZE));
  const created = rows.length;
  return created === 0
    ? { created }
    : { created, numbers: { firstNumber: last + 1, lastNumber: last + created } };
}

const MAX_AREAS = 200;

/** Returns the ids of areas by the keys of their names. */
async function ensureAreas(
  ctx: Context,
  room: LoadedRoom,
  lines: readonly RequestLine[],
): Promise<Map<string, number>> {
  const ids = new Map(
    (await listAreaRows(ctx.db, room.id, undefined)).map(({ id, name_key }) => [name_key, id]),
  );
  const names = new Map(
    lines.flatMap(({ area }) => (area === '' ? [] : [[accountKey(area), area] as const])),
  );
  const missing = [...names].filter(([key]) => !ids.has(key));
  if (ids.size + missing.length > MAX_AREAS)
    throw new AppError('conflict', `A request list can have at most ${MAX_AREAS} areas.`);
  const added = missing.map(([name_key, name]) => ({ room_id: room.id, name, name_key }));
  for (const area of await insertAreas(ctx.db, added)) {
    ids.set(area.name_key, area.id);
    await auditArea(ctx, 'area.create', room, area);
  }
  return ids;
}
