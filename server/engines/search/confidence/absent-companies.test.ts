import { expect, test } from 'vitest';
import { chooseMethod } from '../retrieval/choose-method.ts';
import type { ScopedSynonyms } from '../search-types.ts';
import { createInMemoryIndex, type TestDocument } from '../testing/in-memory-index.ts';

/** Reports of companies that differ in nothing but the name and the figures. */
const english = (id: number, name: string): TestDocument => ({
  id,
  title: `${name} annual report`,
  texts: [
    `Statements of income\nPersonnel\t2018\t2019\nWages\t1,005.${id}\t1,076.${id}\nPensions\t1,095.${id}\t1,07${id}.3`,
    `${name} employed 41${id} people at the end of 2019. The registered office is in Harwick.`,
  ],
});
const german = (id: number, name: string): TestDocument => ({
  id,
  title: `Geschäftsbericht ${name}`,
  texts: [
    `Gewinn- und Verlustrechnung\nPersonal\t2018\t2019\nLöhne\t1.005,${id}\t1.076,${id}\nPensionen\t1.095,${id}\t1.07${id},3`,
    `Die ${name} beschäftigte Ende 2019 41${id} Mitarbeiter. Der Sitz der Gesellschaft ist Harburg. Der Jahresüberschuss betrug 2019 12,${id} Mio. EUR.`,
  ],
});
const french = (id: number, name: string): TestDocument => ({
  id,
  title: `Rapport annuel ${name}`,
  texts: [
    `Compte de résultat\nPersonnel\t2018\t2019\nSalaires\t1 005,${id}\t1 076,${id}\nRetraites\t1 095,${id}\t1 07${id},3`,
    `La société ${name} employait 41${id} personnes. Le siège social est à Lyon. Le loyer mensuel est de 12 40${id} euros.`,
  ],
});
const spanish = (id: number, name: string): TestDocument => ({
  id,
  title: `Informe anual ${name}`,
  texts: [
    `Cuenta de resultados\nPersonal\t2018\t2019\nSalarios\t1.005,${id}\t1.076,${id}\nPensiones\t1.095,${id}\t1.07${id},3`,
    `La empresa ${name} empleaba a 41${id} personas. El domicilio social está en Sevilla. El alquiler mensual es de 12.40${id} euros.`,
  ],
});

/** A room with one report, and one with similar reports of several companies. */
const roomsOf = (report: typeof english, ...names: string[]): TestDocument[][] =>
  [names.slice(0, 1), names].map((some) => some.map((name, id) => report(id, name)));
const ROOMS = {
  English: roomsOf(english, 'Alder', 'Birch', 'Cedar Marine', 'Dogwood plc'),
  German: roomsOf(german, 'Erlenbach AG', 'Birkental GmbH'),
  French: roomsOf(french, 'Aulnay SA', 'Bouleau SARL'),
  Spanish: roomsOf(spanish, 'Alerce SA', 'Abedul SL'),
};

const ask = (documents: TestDocument[], text: string, synonyms?: ScopedSynonyms[]) =>
  createInMemoryIndex(documents).find({
    text,
    limit: 10,
    method: chooseMethod(text),
    accessFilter: { all: true },
    ...(synonyms && { synonyms }),
  });

test.each([
  [
    'English',
    'castell pensions 2019',
    'pensions castell 2019',
    'Castell pensions 2019',
    'castell ltd pensions 2019',
    'pensions of castell in 2019',
    'what were the pensions of castell in 2019?',
    'What were the pensions of Castell Ltd in 2019?',
    'hawthorn wages 2018',
    'how many people did castell employ?',
    'where is the registered office of castell',
    'Where is Castell’s registered office?',
    'castell registered office',
  ],
  [
    'German',
    'Wie hoch waren die Pensionen der Castell AG im Jahr 2019?',
    'Wie hoch waren die Pensionen von Castell 2019?',
    'castell pensionen 2019',
    'Pensionen Castell AG 2019',
    'Wo ist der Sitz der Castell GmbH?',
    'Wo ist der Sitz von Castell?',
    'wo ist der sitz von marlowe',
    'Wie hoch war der Jahresüberschuss der Castell AG 2019?',
  ],
  [
    'French',
    'Quel était le montant des retraites de Castell SA en 2019 ?',
    'castell retraites 2019',
    'Où est le siège social de Castell ?',
    'où est le siège social de marlowe',
    'Quel est le loyer mensuel de Castell SARL ?',
  ],
  [
    'Spanish',
    '¿Cuáles fueron las pensiones de Castell SA en 2019?',
    'castell pensiones 2019',
    '¿Dónde está el domicilio social de Castell?',
    'dónde está el domicilio social de marlowe',
    '¿Cuál es el alquiler mensual de Castell SL?',
  ],
] as const)(
  'in rooms of %s reports nothing answers “%s”, nor other questions about a company that is absent',
  (language, ...questions) => {
    for (const room of ROOMS[language])
      for (const question of questions) {
        const { confidence } = ask(room, question);
        expect([question, Math.min(confidence, 0.25)]).toEqual([question, confidence]);
      }
  },
);

test.each([
  'Wie hoch waren die Pensionen der Castell AG im Jahr 2019?',
  'Wie hoch waren die Pensionen von Castell 2019?',
  'Wo ist der Sitz von Castell?',
  'castell pensionen 2019',
])('“%s” is not answered with confidence from English reports of other companies', (question) => {
  for (const room of ROOMS.English) expect(ask(room, question).confidence).toBeLessThan(0.5);
});

test.each([
  ['English', 'alder pensions 2019'],
  ['English', 'what were the pensions of alder in 2019?'],
  ['English', 'Where is the registered office of Alder Ltd?'],
  ['English', 'alderr pensions 2019'],
  ['German', 'Wo ist der Sitz der Erlenbach AG?'],
  ['German', 'erlenbach pensionen 2019'],
  ['German', 'Wo ist der Sitz der Erlenbachh AG?'],
  ['French', 'Où est le siège social de Aulnay ?'],
  ['French', 'Quel était le montant des retraites de Aulnai SA en 2019 ?'],
  ['Spanish', '¿Dónde está el domicilio social de Alerce?'],
  ['Spanish', 'Dónde está el domicilio social de Alerse'],
] as const)(
  'in rooms of %s reports “%s” is answered, also with a typing error in the name',
  (language, question) => {
    for (const room of ROOMS[language]) {
      const { confidence, hits } = ask(room, question);
      expect([hits[0]?.documentId, confidence > 0.5]).toEqual([0, true]);
    }
  },
);

test.each([
  'pension obligations 2019',
  'How many people did the company employ?',
  'pensions paid in 2019 to the staff',
])('the words of “%s” that occur nowhere are no names', (question) => {
  expect(ask(ROOMS.English[0] ?? [], question).confidence).toBeGreaterThan(0.5);
});

test('a synonym of a room that occurs nowhere is no absent name in its documents', () => {
  const room = ROOMS.English[0] ?? [];
  const synonyms = [{ folderIds: [1], groups: [['Falkon', 'Alder']] }];
  const question = 'pensions of falkon in 2019';
  expect(ask(room, question).confidence).toBeLessThan(0.25);
  expect(ask(room, question, synonyms).confidence).toBeGreaterThan(0.5);
});
