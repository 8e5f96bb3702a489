import { expect } from 'vitest';
import { makeDocx, makePdf, paragraph } from '#server/engines/documents/testing/make-documents.ts';
import { grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';

const DOCUMENTS = 200;
/** The rules that have figures of their own; the others count for precision only. */
const MIN_RECALL = { email: 0.99, iban: 0.99, name: 0.99, phone: 0.95, 'birth-date': 0.95 } as const;
type Kind = keyof typeof MIN_RECALL;
const KINDS = Object.keys(MIN_RECALL) as Kind[]; // the keys of the object above

const NAMES = ['Project Falcon', 'Kestrel Capital Partners', 'Jürgen Großmann', 'Nadia O’Neill'];
const IBANS = [
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'FR14 2004 1010 0505 0001 3M02 606',
  'CH93 0076 2011 6238 5295 7',
];
const PHONES = [
  '+49 30 901820',
  '+44 20 7946 0958',
  '+1 (212) 736-5000',
  'Tel. 089/1234567',
  'Mobile: 07911 123456',
  '0033 1 42 68 53 00',
  '+41 44 668 18 00',
  'Phone (415) 555-2671',
];
const BIRTHS = [
  'born on 12 March 1980',
  'Date of birth: 03/12/1975',
  'geboren am 1.2.1990',
  'DOB 1988-11-30',
  'née le 4 août 1966',
  'Birthday: July 4th, 1979',
];

/** Text of contracts and reports with numbers that are none of these. */
const PLAIN = [
  'Revenue rose from 12,500,000.00 EUR in 2021 to 13.750.000,00 EUR, EBITDA by 4.25%.',
  'Clause 12.3.1 applies from 01.02.2024 until 31.12.2029 as amended on 12 March 2020.',
  'Invoice no. 2024-0012345, order 1234567890, parcel 1Z999AA10123456784 and ISBN 978-3-16-148410-0.',
  'The plots 123/45, 678/90 and 1011/12 measure 1 234 567 square metres.',
  'Version 10.0.19045.3803 of the software was installed on 192.168.100.200 at 10:15:30.',
  'The falconer kept the kestrel; the capital of the partners is 100,000 shares of 1.00 each.',
];

interface Planted {
  readonly kind: Kind;
  readonly text: string;
}

/** Plants two findings in each document, of all kinds in turn. */
function plant(document: number): Planted[] {
  return [0, 1].map((place) => {
    const number = document * 2 + place;
    const kind = KINDS[number % KINDS.length] ?? 'email';
    const variant = Math.floor(number / KINDS.length);
    const choose = (texts: readonly string[]) => texts[variant % texts.length] ?? '';
    const text = {
      email: `person.${number}@${['example.test', 'sub-domain.example.co.uk', 'firma.example'][variant % 3]}`,
      iban: choose(IBANS),
      name: choose([...NAMES, ...NAMES.map((name) => name.toUpperCase())]),
      phone: choose(PHONES),
      'birth-date': choose(BIRTHS),
    }[kind];
    return { kind, text };
  });
}

async function write(document: number, planted: readonly Planted[]) {
  const plain = (offset: number) => PLAIN[(document + offset) % PLAIN.length] ?? '';
  const lines = [
    plain(0),
    ...planted.map(({ text }, at) => `${plain(at + 1)} Note ${text}, as agreed.`),
    plain(3),
  ];
  if (document % 3 === 0) return { name: `${document}.txt`, content: lines.join('\n\n') };
  if (document % 3 === 1)
    return { name: `${document}.docx`, content: makeDocx(lines.map((line) => paragraph(line)).join('')) };
  // One line for each sentence, since the page is not wide enough for more.
  const words = lines.flatMap((line) => line.split(/(?<=[.,;]) (?=Note|[A-Z])/));
  return {
    name: `${document}.pdf`,
    content: await makePdf([words.map((text, at) => ({ text, y: 760 - at * 30, size: 8 }))]),
  };
}

const squash = (text: string) => text.replace(/\s+/g, '').toLowerCase();

test('400 planted findings are found, and little else', { tags: ['full'] }, async ({ testApp }) => {
  const { owner, root, inner, deep, group } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await putJson(owner, `/api/rooms/${root.id}/exposure-settings`, { names: NAMES, questions: [] });
  const reports = await owner.folder('Reports', inner.id);
  const planted = new Map<number, Planted[]>();
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const file = await owner.file({
      ...(await write(document, plant(document))),
      folderId: (document % 2 === 0 ? reports : deep).id,
    });
    planted.set(file.id, plant(document));
  }
  await testApp.finishJobs();
  const startedAt = performance.now();
  const { body } = await owner.post(`/api/groups/${group.id}/exposure-checks`, {});
  await testApp.finishJobs();
  const seconds = (performance.now() - startedAt) / 1000;
  const findings: ExposureFinding[] = [];
  for (let cursor = ''; ; ) {
    const path = `/api/exposure-checks/${body.id}/findings?limit=100${cursor}`;
    const page: ExposureFinding[] = (await owner.get(path)).body;
    findings.push(...page);
    if (page.length < 100) break;
    cursor = `&cursor=${page.at(-1)?.id}`;
  }
  const fits = ({ kind, text }: Planted, finding: ExposureFinding) =>
    finding.kind === kind && squash(text).includes(squash(finding.text?.found ?? '-'));
  let right = 0;
  for (const kind of KINDS) {
    const wanted = [...planted].flatMap(([id, all]) =>
      all.filter((one) => one.kind === kind).map((one) => ({ id, one })),
    );
    const found = wanted.filter(({ id, one }) =>
      findings.some((finding) => finding.fileId === id && fits(one, finding)),
    );
    right += findings.filter(
      (finding) =>
        finding.kind === kind && planted.get(finding.fileId ?? 0)?.some((one) => fits(one, finding)),
    ).length;
    process.stdout.write(`${kind}: recall ${found.length}/${wanted.length}\n`);
    expect([kind, found.length / wanted.length >= MIN_RECALL[kind]]).toEqual([kind, true]);
  }
  const counted = findings.filter(({ kind }) => kind !== 'author');
  process.stdout.write(
    `precision ${right}/${counted.length}, check of ${DOCUMENTS} documents ${seconds.toFixed(1)} s\n`,
  );
  expect(right / counted.length).toBeGreaterThanOrEqual(0.9);
});
