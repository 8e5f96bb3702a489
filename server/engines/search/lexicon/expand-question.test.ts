import { describe, expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { expandQuestion } from './expand-question.ts';

const othersOf = (question: string): string[] =>
  expandQuestion(question).flatMap(({ others }) => others.map(({ words }) => words.join(' ')));

/** Without the words that are translated one by one. */
const lexiconOf = (question: string) =>
  expandQuestion(question).filter(({ others }) => others.every(({ isForeign }) => isForeign !== true));

describe('equivalent expressions', () => {
  test.for([
    ['What was the capex in 2019?', 'purchases property plant equipment'],
    ['COGS', 'cost sales'],
    ['Is there a no-shop?', 'no solicitation'],
    ['Is there a cap on liability?', 'limitation liability'],
    ['How much was spent on R&D?', 'research development'],
    ['Wie hoch ist die Haftungsobergrenze?', 'cap liability'],
    ['Welche Kündigungsfristen gelten?', 'notice period'],
    ['Quel est le délai de préavis ?', 'notice period'],
    ['¿Cuál es el plazo de preaviso?', 'notice period'],
    ['Qual è il canone mensile di locazione?', 'rent'],
    ['Qual è il termine di preavviso?', 'notice period'],
    ['¿Cuál es la dirección del almacén?', 'warehouse'],
    ['Quelle est la surface des locaux ?', 'premises'],
    ['What is the notice period?', 'kundigungsfrist'],
    ['What is the notice period?', 'preavviso'],
    ['Kündigungsfrist', 'notice period'],
  ] as const)('%s is also asked as %s', ([question, other]) => {
    expect(othersOf(question)).toContain(other);
  });

  test('a word of another language that is spelled like one of the lexicon is not expanded', () => {
    // French “bail” is a lease, “but” and “action” mean something else in English.
    const question = 'Who went bail for the action of the captain?';
    expect(lexiconOf(question)).toEqual([]);
    expect(othersOf(question)).not.toContain('lease');
  });

  test('the longest expression is taken, not the words in it', () => {
    const [first, ...further] = expandQuestion('What is the notice period?');
    expect([first?.words, further]).toEqual([['notice', 'period'], []]);
  });

  test('a pasted page of sixty thousand words is cut', () => {
    expect(expandQuestion('capex liability notice period '.repeat(15_000)).length).toBeLessThan(100);
  });
});

describe('a search', () => {
  const idsOf = (hits: { documentId: number }[]) => hits.map(({ documentId }) => documentId);

  test('a search finds a passage that shares no word with the question', () => {
    const { ask } = createInMemoryIndex([
      { id: 1, texts: ['Purchases of property, plant and equipment were 48 million euro.'] },
      { id: 2, texts: ['The office is in Utrecht and has a garden.'] },
    ]);
    expect(idsOf(ask('How high was capex?'))).toEqual([1]);
  });

  test('in German finds an English passage, and in English a German one', () => {
    const { ask } = createInMemoryIndex([
      { id: 1, texts: ['The notice period is three months to the end of the quarter.'] },
      { id: 2, texts: ['Der Gerichtsstand ist Hamburg, und die Haftung ist nicht begrenzt.'] },
      { id: 3, texts: ['Fruit and vegetables are sold on the market.'] },
    ]);
    expect(idsOf(ask('Wie lang ist die Kündigungsfrist?'))[0]).toBe(1);
    expect(idsOf(ask('Which venue was agreed?'))[0]).toBe(2);
  });

  test('a passage with the word of the question comes before one with an equivalent', () => {
    const { ask } = createInMemoryIndex([
      { id: 1, texts: ['Net earnings of the group were 7 million.'] },
      { id: 2, texts: ['Net income of the group was 7 million.'] },
    ]);
    expect(idsOf(ask('What was the net income of the group?'))).toEqual([2, 1]);
  });

  test('an abbreviation of the lexicon is not corrected to a similar word', () => {
    const { ask } = createInMemoryIndex([
      { id: 1, texts: ['The capes along the coast are steep, and many capes are bare.'] },
      { id: 2, texts: ['Capital expenditure rose to 12 million, and much of it was for machines.'] },
    ]);
    expect(idsOf(ask('How much did capex rise in the year?'))[0]).toBe(2);
  });

  test('no expansion counts hidden documents', () => {
    const visible = {
      id: 1,
      location: { folderId: 1, ownerId: 1 },
      texts: ['The rent is 4 euro, and cost of revenue is 3.'],
    };
    const hidden = {
      id: 2,
      location: { folderId: 2, ownerId: 2 },
      texts: ['Cost of sales was 9. Cost of goods sold was 8.'],
    };
    const filter = { folderIds: [1], rootOwnerId: null };
    const scoresOf = ({ ask }: ReturnType<typeof createInMemoryIndex>) =>
      ask('What was the COGS of the year?', filter).map(({ documentId, score }) => [documentId, score]);
    expect(scoresOf(createInMemoryIndex([visible, hidden]))).toEqual(
      scoresOf(createInMemoryIndex([visible])),
    );
  });
});

describe('synonyms of a room', () => {
  const documents = [
    { id: 1, location: { folderId: 1, ownerId: 1 }, texts: ['Acme Holding owns the mill at the river.'] },
    { id: 2, location: { folderId: 2, ownerId: 1 }, texts: ['Acme Holding rents the mill in the valley.'] },
  ];
  const query = { text: 'Falcon', accessFilter: { all: true }, limit: 10, method: 'hybrid' } as const;

  test('find documents in the folders of the room, and in no others', () => {
    const { find } = createInMemoryIndex(documents);
    const synonyms = [{ folderIds: [1], groups: [['Project Falcon', 'Falcon', 'Acme Holding']] }];
    expect(find(query).hits).toEqual([]);
    expect(find({ ...query, synonyms }).hits.map(({ documentId }) => documentId)).toEqual([1]);
  });

  test('leave the scores of other documents as they are', () => {
    const { find } = createInMemoryIndex(documents);
    const inSecond = { ...query, text: 'mill of Falcon in the valley', withinFolderIds: [2] };
    const synonyms = [{ folderIds: [1], groups: [['Falcon', 'valley']] }];
    const { hits } = find(inSecond);
    expect(find({ ...inSecond, synonyms }).hits).toEqual(hits);
    expect(hits).toHaveLength(1);
  });

  test('match in another case and number, and the longest first', () => {
    const synonyms = [{ folderIds: [1], groups: [['green lease', 'environmental rental contract']] }];
    const [found] = expandQuestion('Which Green Leases exist?', synonyms).filter(
      ({ folderIds }) => folderIds,
    );
    expect(found?.others.map(({ words }) => words)).toEqual([['environmental', 'rental', 'contract']]);
  });
});
