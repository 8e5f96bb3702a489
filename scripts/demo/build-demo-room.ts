import { createApp } from '#server/app/app.ts';
import { readConfig } from '#server/app/config.ts';
import { openServices } from '#server/app/open-services.ts';
import type { Database } from '#server/database/open-database.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createDemoClock } from './activity/demo-clock.ts';
import { connectPeople, type DemoUser, type DemoVisitor, expectSuccess } from './activity/demo-people.ts';
import { planAccess } from './activity/plan-access.ts';
import { planCleanTeam } from './activity/plan-clean-team.ts';
import { planFinalRound } from './activity/plan-final-round.ts';
import { planRoutine } from './activity/plan-routine.ts';
import { planUploads } from './activity/plan-uploads.ts';
import { planVisits } from './activity/plan-visits.ts';
import { setDemoBrand } from './activity/set-demo-brand.ts';
import type { listDemoAccounts } from './demo-state.ts';
import { listCleanTeamDocuments, listLateCleanTeamDocuments } from './documents/clean-team.ts';
import { listDemoDocuments } from './documents/list-demo-documents.ts';

type Accounts = ReturnType<typeof listDemoAccounts>;

const silent = { info() {}, warn() {}, error() {} };

/** Days before today on which the room was created. */
const FIRST_DAY = 180;
/** Shorter than the idle timeout of a session. */
const SESSION_MS = 6 * 60 * 60 * 1000;
const EXPOSURE_CHECK_DELAY_MS = 2 * 60 * 1000;

/**
 * Builds six months of a sale in an empty data directory: accounts, uploads, links, visits and questions. Every step is
 * a request to the app, whose clock is set to its time, so that permissions, audit log and view times apply as usual.
 * Returns the number of documents.
 */
export async function buildDemoRoom(
  env: Readonly<Record<string, string | undefined>>,
  accounts: Accounts,
): Promise<number> {
  const clock = createDemoClock(Date.now());
  const documents = await listDemoDocuments();
  // Requests come from this process, and not to the public host that they would have to name.
  const opened = await openServices(readConfig({ ...env, PUBLIC_URL: undefined }), silent);
  const app = await createApp({ ...opened, now: clock.now }, { webDirectory: 'none' });
  try {
    const people = connectPeople(app);
    const links = new Map<DemoVisitor, string>();
    const signedInAt = new Map<DemoUser, number>();
    const signIn = (person: DemoUser, at: number) =>
      clock.plan(at, async () => {
        if (clock.now() - (signedInAt.get(person) ?? 0) < SESSION_MS) return;
        signedInAt.set(person, clock.now());
        await signInAs(people[person], accounts[person]);
      });
    clock.plan(clock.daysBefore(FIRST_DAY, 9), async () => {
      await app.start();
      await signInAs(people.admin, accounts.admin);
      await setDemoBrand(people.admin);
      // An account that an administrator creates would have to change its password at the first sign-in.
      for (const user of ['dana', 'jonas', 'lena'] as const) {
        const { username, email, password, firstName, lastName } = accounts[user];
        await expectSuccess(
          people[user].post('/api/register', { username, email, password, isAdmin: false }),
        );
        await expectSuccess(
          people[user].patch('/api/user/profile', { username, email, firstName, lastName }),
        );
      }
    });
    const contents = planUploads(clock, people, documents, signIn);
    const emails = { jonas: accounts.jonas.email, lena: accounts.lena.email };
    planAccess({ clock, people, contents, links, signIn, emails });
    planVisits({ clock, people, contents, links });
    planRoutine({ clock, people, contents, signIn });
    const [cleanTeam, lateCleanTeam] = [await listCleanTeamDocuments(), listLateCleanTeamDocuments()];
    planCleanTeam({ clock, people, signIn, documents: cleanTeam, lateDocuments: lateCleanTeam });
    planFinalRound({ clock, people, signIn });
    await clock.run();
    await delayExposureCheck(opened.db);
    return contents.files.length;
  } finally {
    await app.stop();
  }
}

/** Lets the exposure check wait until its documents are read, which takes the demo a minute or two. */
async function delayExposureCheck(db: Database): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: Date.now() + EXPOSURE_CHECK_DELAY_MS })
    .where('kind', '=', 'room.exposure_check_requested')
    .execute();
}

async function signInAs(client: TestClient, { username, password }: Accounts['dana']): Promise<void> {
  await expectSuccess(client.post('/api/login', { username, password }));
}
