import type { Database } from '#server/database/open-database.ts';
import { withDatabase } from '../fixtures/database.ts';
import { type FilledDatabase, fillDatabase } from '../fixtures/filled-database.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { createHttpClient, type HttpClient } from '../harness/http-client.ts';
import { measureInRounds, type Percentiles } from '../harness/measure-rounds.ts';

/** A root folder with 11,111 folders and files below, that of 1,000 files among them, which becomes a room. */
const ROOM_ID = 5;
const GROUPS = 20;
const CALLS_PER_ROUND = 20;

/** Measures a room of a tenth of 100,000 files with 20 groups: lists, levels, index, template and reorder. */
export function benchRooms(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const accounts = await fillDatabase(dataDir);
    return withServer(startBenchServer(dataDir), ({ origin }) =>
      withDatabase(dataDir, (db) => measure(db, origin, accounts)),
    );
  });
}

async function measure(
  db: Database,
  origin: string,
  { owner, collaborator, largestFolderId }: FilledDatabase,
): Promise<Figure[]> {
  const [manager, member] = [createHttpClient(origin, owner), createHttpClient(origin, collaborator)];
  const call = await createCaller(origin, owner);
  const list = `/api/files?folderId=${largestFolderId}`;
  const outside = await copyFiles(db, call, largestFolderId);
  await db.deleteFrom('collaborators').execute();
  await call('POST', '/api/rooms', { folderId: ROOM_ID });
  const groupId = await addGroups(db, call);
  const setLevel = (level: 'none' | 'view') => setTopLevels(manager, call, { groupId, level });
  await setLevel('view');
  const files: { id: number }[] = JSON.parse((await manager.get(list)).toString());
  const [first, last] = [files[0]?.id, files.at(-1)?.id];
  const reorder = (id: number | undefined, next: number | undefined) =>
    call('PATCH', `/api/folders/${largestFolderId}/order`, {
      kind: 'file',
      id,
      before: { kind: 'file', id: next },
    });
  const templates: { id: number }[] = JSON.parse((await manager.get('/api/room-templates')).toString());
  const times = await measureInRounds(
    {
      outside: () => manager.get(`/api/files?folderId=${outside}`),
      list: () => manager.get(list),
      memberList: () => member.get(list),
      grid: () => manager.get(`/api/rooms/${ROOM_ID}/permissions?folderId=${largestFolderId}`),
    },
    CALLS_PER_ROUND,
  );
  const changes = await measureInRounds(
    {
      level: async () => {
        await setLevel('none');
        await member.get('/api/folders');
        await setLevel('view');
      },
      order: async () => {
        await reorder(last, first);
        await reorder(first, last);
      },
      index: () => manager.get(`/api/rooms/${ROOM_ID}/index?format=xlsx`),
      template: () =>
        call('POST', '/api/rooms', {
          name: 'From a template',
          templateId: templates[0]?.id,
          state: 'preparation',
        }),
    },
    1,
  );
  manager.close();
  member.close();
  return toFigures(times, changes);
}

function toFigures(
  times: Record<'outside' | 'list' | 'memberList' | 'grid', Percentiles>,
  changes: Record<'level' | 'order' | 'index' | 'template', Percentiles>,
): Figure[] {
  return [
    {
      name: 'list of 1,000 files outside a room, in the same rounds, p50',
      value: times.outside.p50,
      unit: 'ms',
    },
    {
      name: 'list of 1,000 files with numbers and 20 groups, p50',
      value: times.list.p50,
      unit: 'ms',
      baseline: times.outside.p50,
      target: { atMost: 5 },
    },
    { name: 'the same list for a member of a group, p50', value: times.memberList.p50, unit: 'ms' },
    { name: 'grid of 1,000 rows and 20 groups, p50', value: times.grid.p50, unit: 'ms' },
    {
      name: 'a level above 10,000 files, twice, and the next list',
      value: changes.level.p50 / 2,
      unit: 'ms',
      target: { atMost: 50 },
    },
    {
      name: 'an entry moved in its folder',
      value: changes.order.p50 / 2,
      unit: 'ms',
      target: { atMost: 30 },
    },
    {
      name: 'index of 11,000 lines as XLSX',
      value: changes.index.p50 / 1000,
      unit: 's',
      target: { atMost: 3 },
    },
    { name: 'room from a template', value: changes.template.p50 / 1000, unit: 's', target: { atMost: 1 } },
  ];
}

/** Copies the files of a folder to a new one outside of rooms; returns its id. */
async function copyFiles(db: Database, call: Call, folderId: number): Promise<number> {
  const { id } = await call('POST', '/api/folders', { name: 'Outside of rooms', parentId: null });
  const files = await db.selectFrom('files').selectAll().where('folder_id', '=', folderId).execute();
  const copies = files.map(({ id: _, ...file }) => ({ ...file, folder_id: id }));
  while (copies.length > 0) await db.insertInto('files').values(copies.splice(0, 200)).execute();
  return id;
}

interface TopLevels {
  groupId: number;
  level: 'none' | 'view';
}

/** Gives a group a level on all at the top, and so on everything in the room. */
async function setTopLevels(manager: HttpClient, call: Call, { groupId, level }: TopLevels): Promise<void> {
  const path = `/api/rooms/${ROOM_ID}/permissions`;
  const rows: { kind: 'folder' | 'file'; id: number; version: string }[] = JSON.parse(
    (await manager.get(path)).toString(),
  );
  const cells = rows.map(({ kind, id, version }) => ({ kind, id, groupId, level, version }));
  await call('PATCH', path, { cells });
}

type Call = (method: string, path: string, body: unknown) => Promise<{ id: number }>;

async function createCaller(origin: string, cookie: string): Promise<Call> {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
    return response.json() as Promise<{ id: number }>; // as the contracts describe it
  };
}

/** Adds the groups, each with a level; the collaborator becomes a member of the last one, whose id is returned. */
async function addGroups(db: Database, call: Call): Promise<number> {
  let groupId = 0;
  for (let nth = 1; nth <= GROUPS; nth += 1)
    groupId = (await call('POST', `/api/rooms/${ROOM_ID}/groups`, { name: `Bidder ${nth}` })).id;
  const { id, email } = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('username', '=', 'reader')
    .executeTakeFirstOrThrow();
  const row = {
    group_id: groupId,
    room_id: ROOM_ID,
    email,
    email_key: email,
    user_id: id,
    invitation_id: null,
  };
  await db
    .insertInto('group_members')
    .values({ ...row, created_at: Date.now() })
    .execute();
  return groupId;
}
