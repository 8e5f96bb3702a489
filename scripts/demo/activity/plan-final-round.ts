import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { makePdf, type SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { BIDDERS, DEAL } from '../facts/deal.ts';
import type { DemoClock } from './demo-clock.ts';
import { type DemoPerson, expectSuccess } from './demo-people.ts';
import type { PlanSignIn } from './plan-uploads.ts';

const { corvane, sundvik, pellworth } = BIDDERS;

/** The groups of the final round: their addresses, and their level in the two folders. */
const GROUPS = [
  { name: corvane.short, email: 'deal-team@corvane.example', levels: ['original', 'view'] },
  { name: sundvik.short, email: 'deal-team@sundvik.example', levels: ['download', 'none'] },
  { name: pellworth.short, email: 'deal-team@pellworth.example', levels: ['download', 'view'] },
] as const;

const PROCESS_LETTER = {
  name: 'Process Letter Final Round.pdf',
  pages: [
    {
      heading: `${DEAL.project}: final round`,
      paragraphs: [
        `Final offers are due by ${DEAL.finalOffers}. Questions go to Lena Finch, l.finch@aldousreeve.example, +44 20 7946 0958.`,
        'The escrow account for the retention is IBAN GB33 BUKB 2020 1555 5555 55.',
      ],
    },
  ],
};

/** Names another bidder, which the exposure check finds. */
const TRANSITION = {
  name: 'Key Employees.pdf',
  pages: [
    {
      heading: 'Key employees in the transition',
      paragraphs: [
        `Retention agreements are offered to six people. The first draft was discussed with ${pellworth.name} in the indicative round.`,
        'Anneke Brandt, born 14 March 1979, head of production: a.brandt@tarnbrook.example.',
      ],
    },
  ],
};

const DRAFT = {
  name: 'Share Purchase Agreement, Auction Draft 2.pdf',
  pages: [
    {
      heading: 'Share purchase agreement, auction draft 2',
      paragraphs: [`The warranties last ${DEAL.warrantyMonths} months.`],
    },
  ],
};

interface FinalRound {
  readonly clock: DemoClock;
  readonly people: Record<DemoPerson, TestClient>;
  readonly signIn: PlanSignIn;
}

/**
 * Plans a room with three bidder groups, documents that they see, a draft that waits for its publication, and an exposure check
 * with findings.
 */
export function planFinalRound({ clock, people: { dana }, signIn }: FinalRound): void {
  const at = (hour: number, minute: number) => clock.daysBefore(2, hour, minute);
  let room = { id: 0, terms: 0, people: 0, corvane: 0 };
  signIn('dana', at(9, 58));
  clock.plan(at(10, 0), async () => {
    const { body } = await expectSuccess(dana.post('/api/rooms', { name: '13 Final Round', state: 'open' }));
    const folder = async (name: string): Promise<number> =>
      (await expectSuccess(dana.post('/api/folders', { name, parentId: body.id }))).body.id;
    room = { ...room, id: body.id, terms: await folder('1 Terms'), people: await folder('2 People') };
    await upload(dana, room.terms, await makePdf(PROCESS_LETTER.name, PROCESS_LETTER.pages));
    await upload(dana, room.people, await makePdf(TRANSITION.name, TRANSITION.pages));
  });
  clock.plan(at(10, 20), async () => {
    for (const { name, email, levels } of GROUPS) {
      const groupId: number = (
        await expectSuccess(dana.post(`/api/rooms/${room.id}/groups`, { name, membersSeeEachOther: true }))
      ).body.id;
      if (name === corvane.short) room.corvane = groupId;
      await put(dana, `/api/groups/${groupId}/members`, { emails: [email] });
      await setLevels(dana, room.id, groupId, { [room.terms]: levels[0], [room.people]: levels[1] });
    }
  });
  clock.plan(at(11, 0), async () => {
    await upload(dana, room.terms, await makePdf(DRAFT.name, DRAFT.pages));
    await put(dana, `/api/rooms/${room.id}/exposure-settings`, {
      names: [corvane.name, sundvik.name, pellworth.name],
      questions: ['Who are the key employees?', 'When are final offers due?'],
    });
  });
  clock.plan(at(11, 30), async () => {
    await expectSuccess(dana.post(`/api/groups/${room.corvane}/exposure-checks`, {}));
  });
}

async function upload(client: TestClient, folderId: number, { name, buffer }: SampleDocument): Promise<void> {
  await expectSuccess(
    client.form('/api/files', [
      { name: 'folderId', value: String(folderId) },
      { name: 'file', value: buffer, filename: name },
    ]),
  );
}

const put = (client: TestClient, url: string, body: unknown) =>
  expectSuccess(
    client.send({
      method: 'PUT',
      url,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  );

async function setLevels(
  client: TestClient,
  roomId: number,
  groupId: number,
  levels: Readonly<Record<number, string>>,
): Promise<void> {
  const { body } = await expectSuccess(client.get(`/api/rooms/${roomId}/permissions`));
  const rows: { kind: string; id: number; version: string }[] = body; // shape of the contract listPermissions
  const cells = rows.flatMap(({ kind, id, version }) =>
    levels[id] === undefined ? [] : [{ kind, id, groupId, level: levels[id], version }],
  );
  await expectSuccess(client.patch(`/api/rooms/${roomId}/permissions`, { cells }));
}
