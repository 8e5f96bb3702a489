import { PDFDocument } from '@cantoo/pdf-lib';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import type { DemoClock } from './demo-clock.ts';
import { type DemoPerson, type DemoVisitor, expectSuccess } from './demo-people.ts';
import type { DemoContents, DemoFile } from './plan-uploads.ts';
import { INTERNAL_FOLDERS } from './upload-plan.ts';
import { createRandom, VISIT_PROFILES, type VisitProfile } from './visits.ts';

const SECOND_MS = 1000;
const MAX_PAGE_MS = 240 * SECOND_MS;
/** A batch is sent before the time of a view counts as idle. */
const MAX_BATCH_MS = 8 * 60 * SECOND_MS;

interface Visits {
  clock: DemoClock;
  people: Record<DemoPerson, TestClient>;
  contents: DemoContents;
  /** The token of each link, once it was made. */
  links: ReadonlyMap<DemoVisitor, string>;
}

/** Plans the visits of the bidders: what they open, how long each page is in view, and what they ask. */
export function planVisits({ clock, people, contents, links }: Visits): void {
  for (const [index, profile] of VISIT_PROFILES.entries()) {
    const random = createRandom(index * 7_919 + 11);
    const client = people[profile.visitor];
    profile.days.forEach((day, visit) => {
      const begin = clock.daysBefore(day, 8 + Math.floor(random() * 9), Math.floor(random() * 55));
      clock.plan(begin, () =>
        visitRoom({
          clock,
          client,
          profile,
          contents,
          link: links.get(profile.visitor) ?? '',
          visit,
          random,
        }),
      );
    });
  }
}

interface Visit {
  clock: DemoClock;
  client: TestClient;
  profile: VisitProfile;
  contents: DemoContents;
  link: string;
  /** Counts the visits of the same visitor. */
  visit: number;
  random: () => number;
}

async function visitRoom({ clock, client, profile, contents, link, visit, random }: Visit): Promise<void> {
  await expectSuccess(client.get(`/api/visitor/auth/${link}`));
  let at = clock.now() + 20 * SECOND_MS;
  for (const file of chooseFiles(contents.files, profile, random)) {
    const pages = await countPages(file.document);
    const times = readPages(pages, profile.pace, random);
    planView(clock, client, file, at, times);
    at += times.reduce((sum, { ms }) => sum + ms, 0) + (20 + random() * 90) * SECOND_MS;
  }
  const question = profile.questions[visit % Math.max(1, profile.questions.length)];
  if (question !== undefined && visit % 2 === 0)
    clock.plan(at, async () => {
      await expectSuccess(client.get(`/api/search?query=${encodeURIComponent(question)}`));
    });
}

function chooseFiles(
  files: readonly DemoFile[],
  { interests, filesPerVisit }: VisitProfile,
  random: () => number,
): DemoFile[] {
  const open = files.filter(({ path }) => !INTERNAL_FOLDERS.some((folder) => path.startsWith(`${folder}/`)));
  const weighted = open.flatMap((file) => {
    const weight = Object.entries(interests).reduce(
      (highest, [prefix, each]) => (file.path.startsWith(prefix) ? Math.max(highest, each) : highest),
      0,
    );
    return weight > 0 ? [{ file, order: random() ** (1 / weight) }] : [];
  });
  const count = filesPerVisit - 1 + Math.floor(random() * 3);
  return weighted
    .toSorted((one, other) => other.order - one.order)
    .slice(0, count)
    .map(({ file }) => file);
}

export interface PageTime {
  page: number;
  ms: number;
}

/** The first pages and some pages of interest are read for long, the others are turned. */
function readPages(pages: number, pace: number, random: () => number): PageTime[] {
  const until = Math.max(1, Math.round(pages * (0.35 + random() * 0.65)));
  return Array.from({ length: until }, (_, index) => {
    const isRead = random() < 0.45 || index === 0;
    const ms = Math.round((isRead ? pace * (0.4 + random() * 1.6) : 2 + random() * 5) * SECOND_MS);
    return { page: index + 1, ms: Math.min(ms, MAX_PAGE_MS) };
  });
}

/** Plans the reports of a viewer: one at the beginning, then one for each few minutes of reading. */
export function planView(
  clock: DemoClock,
  client: TestClient,
  { id }: Pick<DemoFile, 'id'>,
  begin: number,
  times: readonly PageTime[],
): void {
  const report = (at: number, batch: number, pages: readonly PageTime[]) =>
    clock.plan(at, async () => {
      await expectSuccess(client.post(`/api/files/${id}/views`, { batch, pages }));
    });
  report(begin, 1, []);
  let [at, batch] = [begin, 1];
  let pending: PageTime[] = [];
  let pendingMs = 0;
  for (const [index, time] of times.entries()) {
    pending.push(time);
    pendingMs += time.ms;
    at += time.ms;
    if (pendingMs < MAX_BATCH_MS - MAX_PAGE_MS && index < times.length - 1) continue;
    batch += 1;
    report(at, batch, pending);
    pending = [];
    pendingMs = 0;
  }
}

const pageCounts = new WeakMap<SampleDocument, number>();

async function countPages(document: SampleDocument): Promise<number> {
  const known = pageCounts.get(document);
  if (known !== undefined) return known;
  const count = document.name.endsWith('.pdf')
    ? (await PDFDocument.load(document.buffer)).getPageCount()
    : document.name.endsWith('.pptx')
      ? 15
      : 1;
  pageCounts.set(document, count);
  return count;
}
