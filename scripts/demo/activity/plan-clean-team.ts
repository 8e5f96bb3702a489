import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { DocumentSet } from '#server/testing/sample-documents/sample-documents.ts';
import { BIDDERS } from '../facts/deal.ts';
import type { DemoClock } from './demo-clock.ts';
import { type DemoPerson, expectSuccess } from './demo-people.ts';
import { type PlanSignIn, upload } from './plan-uploads.ts';
import { planView } from './plan-visits.ts';
import { createRandom } from './visits.ts';

interface CleanTeam {
  clock: DemoClock;
  people: Record<DemoPerson, TestClient>;
  documents: DocumentSet;
  lateDocuments: DocumentSet;
  signIn: PlanSignIn;
}

const FIRST_DAY = 33;
const SECOND_MS = 1000;

/** Groups with the level of each folder; a folder that is not named stays hidden. */
const GROUPS = [
  {
    name: `${BIDDERS.corvane.short} clean team`,
    members: ['h.rowe@harcourtvane.example', 'p.adeyemi@harcourtvane.example'],
    client: 'corvaneCleanTeam',
    days: [31, 30, 28, 24, 21, 20, 17, 13, 12, 9, 8, 6, 5, 3, 2, 1],
    levels: { Protocol: 'download', Prices: 'view', Customers: 'view', Costs: 'view', Technology: 'view' },
  },
  {
    name: `${BIDDERS.sundvik.short} clean team`,
    members: ['i.lunde@nordlysrevisjon.example'],
    client: 'sundvikCleanTeam',
    days: [29, 27, 22, 19, 15, 11, 7, 4, 2],
    levels: { Protocol: 'download', Costs: 'view', Technology: 'view' },
  },
  {
    name: `${BIDDERS.pellworth.short} advisers`,
    members: ['k.marsh@brambleco.example'],
    client: undefined,
    days: [],
    levels: { Protocol: 'download' },
  },
] as const;

const REQUESTS = [
  {
    text: 'Net prices of the ten largest customers, with discounts',
    group: 0,
    state: 'accepted',
    priority: 'high',
  },
  {
    text: 'Cost of a flow meter by part, with the quotes for 2027',
    group: 0,
    state: 'in-preparation',
    priority: 'high',
  },
  { text: 'Renewal of the agreement with Aguas del Tormal', group: 0, state: 'provided', priority: 'normal' },
  { text: 'Structure and test coverage of the firmware', group: 1, state: 'accepted', priority: 'normal' },
  {
    text: 'Names of the engineers with access to the measuring core',
    group: 1,
    state: 'open',
    priority: 'low',
  },
] as const;

interface Room {
  id: number;
  folderIds: Map<string, number>;
  /** The published files. */
  files: { id: number; folder: string }[];
  groupIds: number[];
  /** The token of the first member of each group. */
  tokens: string[];
}

/**
 * Plans a room for the clean teams of the bidders: groups that do not see each other, permissions, requests, visits, and drafts
 * that wait.
 */
export function planCleanTeam(plan: CleanTeam): void {
  const { clock, people, signIn, documents, lateDocuments } = plan;
  const room: Room = { id: 0, folderIds: new Map(), files: [], groupIds: [], tokens: [] };
  const { dana } = people;
  signIn('dana', clock.daysBefore(FIRST_DAY, 9));
  clock.plan(clock.daysBefore(FIRST_DAY, 9, 5), async () => {
    const name = '12 Clean Team';
    const { body } = await expectSuccess(dana.post('/api/rooms', { name, state: 'open' }));
    room.id = body.id;
    for (const folder of Object.keys(documents)) {
      const created = await expectSuccess(dana.post('/api/folders', { name: folder, parentId: room.id }));
      room.folderIds.set(folder, created.body.id);
    }
  });
  clock.plan(clock.daysBefore(FIRST_DAY, 9, 30), async () => {
    room.files = await addDocuments(dana, documents, room);
  });
  clock.plan(clock.daysBefore(FIRST_DAY, 11), () => addGroups(dana, room));
  signIn('dana', clock.daysBefore(30, 10));
  clock.plan(clock.daysBefore(30, 10, 10), () => addRequests(dana, room));
  for (const [index, { client, days }] of GROUPS.entries())
    days.forEach((day, visit) => {
      const at = clock.daysBefore(day, 9 + ((visit * 5) % 8), (visit * 17) % 50);
      if (client !== undefined) clock.plan(at, () => visitAsMember(plan, room, { index, client }));
    });
  signIn('dana', clock.daysBefore(1, 9));
  clock.plan(clock.daysBefore(1, 9, 20), async () => {
    await addDocuments(dana, lateDocuments, room);
  });
}

async function addDocuments(
  client: TestClient,
  documents: DocumentSet,
  { folderIds }: Room,
): Promise<Room['files']> {
  const files: Room['files'] = [];
  for (const [folder, list] of Object.entries(documents))
    for (const document of list)
      files.push({ id: await upload(client, document, folderIds.get(folder)), folder });
  return files;
}

async function addGroups(client: TestClient, room: Room): Promise<void> {
  for (const { name, members } of GROUPS) {
    const { body } = await expectSuccess(client.post(`/api/rooms/${room.id}/groups`, { name }));
    room.groupIds.push(body.id);
    await expectSuccess(
      client.send({ method: 'PUT', url: `/api/groups/${body.id}/members`, payload: { emails: members } }),
    );
    const added = await expectSuccess(client.get(`/api/groups/${body.id}/members`));
    room.tokens.push(String(added.body[0]?.inviteUrl).split('/').at(-1) ?? '');
  }
  const { body: rows } = await expectSuccess(client.get(`/api/rooms/${room.id}/permissions`));
  const cells = (rows as { kind: string; id: number; name: string; version: string }[]).flatMap(
    ({ kind, id, name, version }) =>
      GROUPS.flatMap(({ levels }, index) => {
        const level = (levels as Readonly<Record<string, string>>)[name]; // the folders that the group may open
        return level === undefined ? [] : [{ kind, id, version, level, groupId: room.groupIds[index] }];
      }),
  ); // shape of the contract listPermissions
  await expectSuccess(client.patch(`/api/rooms/${room.id}/permissions`, { cells }));
}

async function addRequests(client: TestClient, room: Room): Promise<void> {
  for (const { text, group, state, priority } of REQUESTS)
    await expectSuccess(
      client.post(`/api/rooms/${room.id}/requests`, { text, state, priority, groupId: room.groupIds[group] }),
    );
}

interface MemberVisit {
  /** Position of the group. */
  index: number;
  client: DemoPerson;
}

async function visitAsMember({ clock, people }: CleanTeam, room: Room, visit: MemberVisit): Promise<void> {
  const { index } = visit;
  const client = people[visit.client];
  await expectSuccess(client.get(`/api/visitor/auth/${room.tokens[index]}`));
  const random = createRandom(clock.now() % 9_973);
  const { levels } = GROUPS[index] ?? GROUPS[0];
  let at = clock.now() + 15 * SECOND_MS;
  for (const file of room.files.filter(({ folder }) => folder in levels && random() < 0.55)) {
    const ms = Math.round((20 + random() * 160) * SECOND_MS);
    planView(clock, client, file, at, [{ page: 1, ms }]);
    at += ms + 30 * SECOND_MS;
  }
}
