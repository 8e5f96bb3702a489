import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { DemoClock } from './demo-clock.ts';
import { type DemoPerson, expectSuccess } from './demo-people.ts';
import type { DemoContents, PlanSignIn } from './plan-uploads.ts';

interface Routine {
  clock: DemoClock;
  people: Record<DemoPerson, TestClient>;
  contents: DemoContents;
  signIn: PlanSignIn;
}

/** Views of the sellers' side: person, days before today, beginning of the path, pages. */
const USER_VIEWS: readonly (readonly [
  person: 'dana' | 'jonas' | 'lena',
  day: number,
  path: string,
  pages: number,
])[] = [
  ['lena', 126, '04 Finance/Financial Model', 1],
  ['lena', 124, '02 Transaction/Information', 9],
  ['lena', 110, '03 Commercial/Customers/Framework Agreement Meridell', 5],
  ['jonas', 98, '10 Products and Technology/Penetration', 1],
  ['lena', 90, '08 Litigation/Particulars', 3],
  ['dana', 86, '10 Products and Technology/Penetration', 2],
  ['lena', 70, '04 Finance/Annual Reports/Annual Report 2025', 10],
  ['dana', 55, '07 Intellectual Property/Patents/Patent EP 3 771', 2],
  ['lena', 48, '08 Litigation/Opinion', 2],
  ['lena', 22, '11 Sellers Only/Correspondence/RE Exclusivity', 1],
  ['lena', 15, '02 Transaction/Share', 40],
  ['lena', 12, '02 Transaction/Share', 40],
  ['dana', 9, '07 Intellectual Property/Dr Weil', 1],
  ['lena', 4, '02 Transaction/Disclosure', 3],
  ['lena', 2, '04 Finance/Financial Model', 1],
];

const DOWNLOADS: readonly (readonly [person: 'lena' | 'admin', day: number, path: string])[] = [
  ['lena', 125, '04 Finance/Annual Reports/Annual Report 2024'],
  ['lena', 69, '04 Finance/Annual Reports/Annual Report 2025'],
  ['admin', 40, '09 Environment and Insurance/Soil'],
  ['lena', 14, '02 Transaction/Process'],
];

const QUESTIONS: readonly (readonly [person: 'dana' | 'lena', day: number, question: string])[] = [
  ['lena', 123, 'Which leases end before 2028?'],
  ['dana', 97, 'What did Dr Weil ask for?'],
  ['lena', 47, 'What is the chance of a successful defence against Meridell?'],
  ['dana', 21, 'When are the final offers due?'],
  ['dana', 5, 'Who must consent to the change of control in Oslo?'],
];

/** Plans what the owners, the adviser and the administrator do beside uploads and links. */
export function planRoutine({ clock, people, contents, signIn }: Routine): void {
  const fileAt = (path: string): number => {
    const file = contents.files.find((each) => each.path.startsWith(path));
    if (!file) throw new Error(`The demo has no document ${path}`);
    return file.id;
  };
  USER_VIEWS.forEach(([person, day, path, pages], index) => {
    const at = clock.daysBefore(day, 14, (index * 13) % 45);
    const times = Array.from({ length: pages }, (_, page) => ({
      page: page + 1,
      ms: 4_000 + ((page * 37 + index * 11) % 29) * 900,
    }));
    signIn(person, at - 60_000);
    const report = (when: number, batch: number, list: typeof times) =>
      clock.plan(when, async () => {
        await expectSuccess(people[person].post(`/api/files/${fileAt(path)}/views`, { batch, pages: list }));
      });
    report(at, 1, []);
    report(at + 9 * 60_000, 2, times.slice(0, 20));
    if (times.length > 20) report(at + 18 * 60_000, 3, times.slice(20));
  });
  DOWNLOADS.forEach(([person, day, path], index) => {
    const at = clock.daysBefore(day, 15, index * 7);
    signIn(person, at - 60_000);
    clock.plan(at, async () => {
      await expectSuccess(people[person].get(`/api/files/${fileAt(path)}/download`));
    });
  });
  QUESTIONS.forEach(([person, day, question], index) => {
    const at = clock.daysBefore(day, 16, index * 5);
    signIn(person, at - 60_000);
    clock.plan(at, async () => {
      await expectSuccess(people[person].get(`/api/search?query=${encodeURIComponent(question)}`));
    });
  });
  planRefusals({ clock, people, signIn });
}

/** Plans a mistyped password and a visitor's attempts to download, which the audit log keeps as refused. */
function planRefusals({ clock, people, signIn }: Omit<Routine, 'contents'>): void {
  clock.plan(clock.daysBefore(33, 8, 2), async () => {
    await people.lena.post('/api/login', { username: 'lena', password: 'not the password' });
  });
  signIn('admin', clock.daysBefore(33, 8, 10));
  signIn('admin', clock.daysBefore(1, 8));
  clock.plan(clock.daysBefore(1, 8, 5), async () => {
    await expectSuccess(people.admin.get('/api/admin/users'));
  });
}
