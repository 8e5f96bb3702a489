import { expect, test } from 'vitest';
import { chooseMethod } from '../retrieval/choose-method.ts';
import { createInMemoryIndex, type TestDocument } from '../testing/in-memory-index.ts';

/** Reports that differ in nothing but the name of the company and the figures. */
const reportOf = (id: number, name: string, title = `${name} annual report`): TestDocument => ({
  id,
  title,
  texts: [
    `Statements of income\nPersonnel\t2018\t2019\nWages\t1,005.${id}\t1,076.${id}\nPensions\t1,095.${id}\t1,07${id}.3`,
    `Safety of the personnel is the first concern of the board.`,
  ],
});
const agreementOf = (id: number, name: string, fee: string): TestDocument => ({
  id,
  title: `Supply agreement ${name}`,
  texts: [
    `Supply agreement between Fjord Estates AS (the buyer) and ${name} (the supplier).`,
    `The buyer pays a monthly fee of EUR ${fee}, in advance. Either party may terminate this agreement with a notice of thirty days.`,
  ],
});
const REPORTS = [reportOf(1, 'Alder'), reportOf(2, 'Birch')];
const AGREEMENTS = [
  agreementOf(1, 'Birch Trading Ltd', '12,400'),
  agreementOf(2, 'Keller Foods GmbH', '18,900'),
];

const ask = (documents: TestDocument[], text: string, exceptDocumentIds: number[] = []) =>
  createInMemoryIndex(documents).find({
    text,
    limit: 10,
    method: chooseMethod(text),
    accessFilter: { folderIds: [1], rootOwnerId: null, exceptDocumentIds },
  });
const confidenceOf = (documents: TestDocument[], text: string, hidden: number[] = []) =>
  ask(documents, text, hidden).confidence;

const PENSIONS = 'What were the pensions in 2019?';
const CHANGE = 'What was the change in pensions between 2018 and 2019?';

test.each([PENSIONS, CHANGE])(
  '“%s” of one of several companies is a possible match only, whatever the score',
  (question) => {
    expect(confidenceOf([reportOf(1, 'Alder')], question)).toBeGreaterThan(0.9);
    for (const title of ['Report', undefined]) {
      const reports = ['Alder', 'Birch', 'Cedar', 'Dogwood'].map((name, id) => reportOf(id, name, title));
      expect(confidenceOf(reports.slice(0, 2), question)).toBeLessThan(0.5);
      expect(confidenceOf(reports, question)).toBeLessThan(0.25);
    }
  },
);

test.each([PENSIONS, CHANGE])(
  '“%s” is as certain beside a copy of the report that has the figure',
  (question) => {
    const copy = { ...reportOf(1, 'Alder'), id: 9, title: 'Copy of the annual report' };
    expect(confidenceOf([reportOf(1, 'Alder'), copy], question)).toBeGreaterThan(0.5);
  },
);

test('reports that the requester may not see leave no doubt', () => {
  expect(confidenceOf(REPORTS, CHANGE, [2])).toBe(confidenceOf([reportOf(1, 'Alder')], CHANGE));
});

test.each(['Alder', 'Birch'])(
  'a figure of %s, which the question names, is certain beside the other',
  (name) => {
    for (const [text, id] of [
      [
        `What were the pensions of ${name} in 2019?`,
        REPORTS.findIndex(({ title }) => title?.includes(name)) + 1,
      ],
    ] as const) {
      const { confidence, hits } = ask(REPORTS, text);
      expect([hits[0]?.documentId, confidence > 0.9]).toEqual([id, true]);
    }
  },
);

// “Alden” and “Birsch” are taken for misspellings of names in the room.
test.each(['Castell', 'Alden', 'Birsch', 'Alder Marine'])(
  'no figure of another company answers a question about %s with confidence',
  (name) => {
    for (const reports of [REPORTS, REPORTS.slice(0, 1), REPORTS.slice(1)])
      for (const text of [
        `What were the pensions of ${name} in 2019?`,
        `What was the change in pensions of ${name} between 2018 and 2019?`,
      ])
        expect(confidenceOf(reports, text)).toBeLessThan(0.5);
  },
);

test('a misspelled word that is no name leaves the confidence as it is', () => {
  expect(confidenceOf(REPORTS, 'What were the pnesions of Alder in 2019?')).toBeGreaterThan(0.9);
});

test.each([
  [['Site 12', 'Site 14'], 'Site 14', 'Site 17'],
  [['Keller Fund II', 'Keller Fund III'], 'Keller Fund III', 'Keller Fund IV'],
  [['Keller Fund II', 'Keller Fund III'], 'Keller Fund II', 'Keller Fund I'],
])('of %j the figure of %s is certain and that of %s is not', (names, known, other) => {
  const reports = names.map((name, id) => reportOf(id, name));
  expect(confidenceOf(reports, `What were the pensions of ${known} in 2019?`)).toBeGreaterThan(0.9);
  for (const some of [reports, ...reports.map((report) => [report])])
    expect(confidenceOf(some, `What were the pensions of ${other} in 2019?`)).toBeLessThan(0.5);
});

test('days and years beside the name of a month are no numbers of a name', () => {
  const text = 'How much were the pensions of Alder as at December 31, 2019?';
  expect(confidenceOf([reportOf(1, 'Alder')], text)).toBeGreaterThan(0.9);
});

test('a contract with the other words answers a question about another party without confidence', () => {
  expect(confidenceOf(AGREEMENTS, 'What is the monthly fee of Keller Foods?')).toBeGreaterThan(0.6);
  for (const name of ['Castell Foods', 'Kellner', 'Lisbon Optics'])
    expect(confidenceOf(AGREEMENTS, `What is the monthly fee of ${name}?`)).toBeLessThan(0.5);
});
