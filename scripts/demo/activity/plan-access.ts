import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { DemoClock } from './demo-clock.ts';
import { type DemoPerson, type DemoVisitor, expectSuccess, VISITORS } from './demo-people.ts';
import type { DemoContents, PlanSignIn } from './plan-uploads.ts';
import { INTERNAL_FOLDERS, UPLOAD_PLAN } from './upload-plan.ts';

interface Access {
  clock: DemoClock;
  people: Record<DemoPerson, TestClient>;
  contents: DemoContents;
  /** Receives the token of each link. */
  links: Map<DemoVisitor, string>;
  signIn: PlanSignIn;
  emails: Readonly<Record<'jonas' | 'lena', string>>;
}

const BIDDER_FOLDERS = Object.keys(UPLOAD_PLAN).filter(
  (path) => !INTERNAL_FOLDERS.some((internal) => internal === path),
);

/** Days before today on which each link was made, how long it lasts and what it opens. */
const LINKS: Readonly<Record<DemoVisitor, { day: number; days: number; folders: readonly string[] }>> = {
  formerBidder: { day: 119, days: 30, folders: ['01 Corporate', '02 Transaction', '04 Finance'] },
  corvane: { day: 82, days: 90, folders: BIDDER_FOLDERS },
  sundvik: { day: 82, days: 90, folders: BIDDER_FOLDERS },
  pellworth: { day: 82, days: 90, folders: BIDDER_FOLDERS },
  lawyer: { day: 59, days: 90, folders: BIDDER_FOLDERS },
  insurer: { day: 21, days: 14, folders: ['02 Transaction', '04 Finance', '09 Environment and Insurance'] },
};

/** Plans collaborators and links, among them one that has expired and one that was revoked. */
export function planAccess(access: Access): void {
  planCollaborators(access);
  planLinks(access);
  planRevocation(access);
  planOpenInvitation(access);
}

function folderIdOf({ contents }: Access, path: string): number {
  const id = contents.folderIds.get(path);
  if (id === undefined) throw new Error(`The demo has no folder ${path}`);
  return id;
}

function planCollaborators(access: Access): void {
  const { clock, people, signIn, emails } = access;
  const share = (path: string, email: string, at: number) =>
    clock.plan(at, async () => {
      const found = await expectSuccess(people.dana.get(`/api/users?email=${encodeURIComponent(email)}`));
      await expectSuccess(
        people.dana.post(`/api/folders/${folderIdOf(access, path)}/collaborators`, {
          userId: found.body[0]?.id,
        }),
      );
    });
  for (const path of ['07 Intellectual Property', '10 Products and Technology']) {
    const at = clock.daysBefore(UPLOAD_PLAN[path]?.days[0] ?? 0, 8, 55);
    signIn('dana', at - 60_000);
    share(path, emails.jonas, at);
  }
  signIn('dana', clock.daysBefore(127, 10));
  for (const path of [
    '01 Corporate',
    '02 Transaction',
    '03 Commercial',
    '04 Finance',
    '08 Litigation',
    '11 Sellers Only',
  ])
    share(path, emails.lena, clock.daysBefore(127, 10, 4));
}

function planLinks(access: Access): void {
  const { clock, people, links, signIn } = access;
  for (const visitor of Object.keys(VISITORS) as DemoVisitor[]) {
    // keys of VISITORS
    const { day, days, folders } = LINKS[visitor];
    const at = clock.daysBefore(day, 7, 30);
    signIn('dana', at - 60_000);
    clock.plan(at, async () => {
      const { body } = await expectSuccess(
        people.dana.post('/api/invitations', {
          email: VISITORS[visitor],
          role: 'visitor',
          folderIds: folders.map((path) => folderIdOf(access, path)),
          expirationDays: days,
        }),
      );
      links.set(visitor, String(body.inviteUrl).split('/').at(-1) ?? '');
    });
  }
}

function planRevocation({ clock, people, signIn }: Access): void {
  signIn('dana', clock.daysBefore(101, 16));
  clock.plan(clock.daysBefore(101, 16, 10), async () => {
    const { body } = await expectSuccess(people.dana.get('/api/invitations'));
    const left = (body as { id: number; email: string }[]).find(
      ({ email }) => email === VISITORS.formerBidder,
    ); // shape of the contract listInvitations
    await expectSuccess(people.dana.delete(`/api/invitations/${left?.id}`));
  });
}

function planOpenInvitation(access: Access): void {
  const { clock, people, signIn } = access;
  signIn('dana', clock.daysBefore(3, 9));
  clock.plan(clock.daysBefore(3, 9, 15), async () => {
    await expectSuccess(
      people.dana.post('/api/invitations', {
        email: 'n.thole@garrickthole.example',
        folderId: folderIdOf(access, '04 Finance'),
        role: 'collaborator',
      }),
    );
  });
}
