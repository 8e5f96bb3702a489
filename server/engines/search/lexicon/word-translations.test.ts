import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { listForeignWords, translateWord } from './word-translations.ts';

test.for([
  ['regierung', 'government'],
  ['entreprise', 'company'],
  ['edificio', 'building'],
  ['договор', 'contract'],
] as const)('%s means %s', ([word, meaning]) => {
  expect(translateWord(word)[0]).toContain(meaning);
});

test('a German compound is translated in its parts', () => {
  expect(translateWord('regierungsvertrag')).toEqual([
    expect.arrayContaining(['government']),
    expect.arrayContaining(['contract']),
  ]);
});

test('a Russian word in a form that the table lacks is translated by its stem', () => {
  expect(translateWord('договорами')[0]).toContain('contract');
});

test.for([
  ['monatsmiete', 'month', 'rent'],
  ['jahresumsatz', 'year', 'revenue'],
  ['firmenkonto', 'company', 'account'],
  ['lieferantenrechnung', 'supplier', 'invoice'],
] as const)('%s is translated by the words of the lexicon', ([word, first, last]) => {
  expect(translateWord(word)).toEqual([expect.arrayContaining([first]), expect.arrayContaining([last])]);
});

test('a name, an English word and letters without meaning have no translation', () => {
  expect(['kenway', 'government', 'qqqqqqqq', ''].map(translateWord)).toEqual([[], [], [], []]);
});

test('an English word has words of several languages, at most forty', () => {
  const words = listForeignWords('government');
  expect(words).toEqual(expect.arrayContaining(['regierung', 'gobierno', 'gouvernement']));
  expect(words.length).toBeLessThanOrEqual(40);
});

const GERMAN = 'Die Wissenschaftler haben in der Stadt eine Krankheit entdeckt, die sich nicht ausbreitet.';
const ENGLISH = 'The scientists discovered an illness in the city, and it does not spread.';
const OTHER = 'The gardens of the palace are closed on Mondays, and the fountain is dry.';

test('a question in one language finds the passage in another with which it shares no word', () => {
  const english = createInMemoryIndex([OTHER, ENGLISH].map((text, at) => ({ id: at + 1, texts: [text] })));
  for (const question of [
    'Welche Krankheit wurde von den Wissenschaftlern entdeckt?',
    'Какую болезнь обнаружили учёные?',
    'ما هو المرض الذي اكتشفه العلماء؟',
  ])
    expect(english.ask(question)[0]?.documentId, question).toBe(2);
  const german = createInMemoryIndex([
    { id: 1, texts: ['Die Gärten des Schlosses sind am Montag geschlossen, und der Brunnen ist leer.'] },
    { id: 2, texts: [GERMAN] },
  ]);
  expect(german.ask('Which disease did the scientists discover?')[0]?.documentId).toBe(2);
});

test('words of hidden documents do not decide which translation is taken', () => {
  const question = 'Which disease did the scientists discover?';
  const visible = { id: 1, location: { folderId: 1, ownerId: 1 }, texts: [OTHER] };
  const hidden = { id: 2, location: { folderId: 2, ownerId: 1 }, texts: [GERMAN] };
  const filter = { folderIds: [1], rootOwnerId: null };
  const alone = createInMemoryIndex([visible]).ask(question, filter);
  expect(createInMemoryIndex([visible, hidden]).ask(question, filter)).toEqual(alone);
});
