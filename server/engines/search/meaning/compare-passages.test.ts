import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { createMeaningComparer } from './compare-meaning.ts';
import { createPassageComparer } from './compare-passages.ts';
import { contentWordsOf } from './content-words.ts';

const TEXTS = ['The salaries of doctors are set by the hospital.', 'The river floods the meadows in spring.'];

test('a passage is as close to a question as its words are, at the first question and at later ones', () => {
  const { index } = createInMemoryIndex(TEXTS.map((text, id) => ({ id, texts: [text] })));
  for (const question of [
    'How are physicians paid?',
    'When are meadows flooded?',
    'How are physicians paid?',
  ]) {
    const comparePassage = createPassageComparer(question, index);
    const compareWords = createMeaningComparer(question, index.vocabulary);
    for (const chunk of TEXTS.keys())
      expect(comparePassage(chunk)).toBeCloseTo(compareWords(contentWordsOf(index, chunk)), 5);
  }
});

test('a question without known words is close to nothing', () => {
  const { index } = createInMemoryIndex(TEXTS.map((text, id) => ({ id, texts: [text] })));
  expect(createPassageComparer('the of and', index)(0)).toBe(0);
});

test('questions that are compared in turns do not use each other’s words', () => {
  const { index } = createInMemoryIndex(TEXTS.map((text, id) => ({ id, texts: [text] })));
  const questions = ['How are physicians paid?', 'When are meadows flooded?'];
  const alone = questions.map((question) => [...TEXTS.keys()].map(createPassageComparer(question, index)));
  const comparers = questions.map((question) => createPassageComparer(question, index));
  const inTurns = [...TEXTS.keys()].map((chunk) => comparers.map((compare) => compare(chunk)));
  expect(inTurns[0]?.map((_, at) => inTurns.map((row) => row[at]))).toEqual(alone);
});
