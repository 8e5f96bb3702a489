import { expect, test } from 'vitest';
import { createTextFilter } from './text-filter.ts';

const PEOPLE = [
  ['zoe', 'Zoë Łukasz', 'zoe@castellan.example'],
  ['jose', 'José Núñez', 'jose.nunez@aguas.example'],
  ['strauss', 'Anna Strauß', 'anna@strauss.example'],
  ['iclal', 'İclal Işık', 'iclal@bosphorus.example'],
  ['nina', 'Нина Йорданова', 'nina@sofia.example'],
  ['nikos', 'Νίκος Πασχάλης', 'nikos@piraeus.example'],
  ['li', undefined, 'li.ming@corvane.example'],
] as const;

test.each([
  ['zoe', ['zoe'], 'an accent of the entry need not be typed'],
  ['ZOË', ['zoe'], 'an accent that is typed fits the plain letter'],
  ['lukasz', ['zoe'], 'a letter with a stroke is its base letter'],
  ['nunez jose', ['jose'], 'words fit in any order'],
  ['  Núñez  ', ['jose'], 'spaces around the text do not count'],
  ['strauss', ['strauss'], 'ß is ss'],
  ['STRAUß', ['strauss'], 'ß is ss in capitals too'],
  ['iclal isik', ['iclal'], 'Turkish letters fit with and without their dot'],
  ['πασ', ['nikos'], 'a sigma at the end of what is typed is one within a word'],
  ['νικος', ['nikos'], 'a sigma at the end of a word fits'],
  ['йорд', ['nina'], 'other scripts have no case or accents either'],
  ['José'.normalize('NFD'), ['jose'], 'both forms of an accented letter are the same'],
  ['corvane', ['li'], 'an address fits at any place'],
  ['li.ming@corvane.example', ['li'], 'a whole address fits'],
  ['undefined', [], 'what an entry lacks is not a text'],
  ['jose corvane', [], 'every word must fit the same entry'],
])('the filter %j accepts %j: %s', (typed, accepted) => {
  const accepts = createTextFilter(typed);
  expect(PEOPLE.filter((texts) => accepts(texts)).map(([name]) => name)).toEqual(accepted);
});

test.each(['', '   '])('the empty filter %j accepts everything', (typed) => {
  expect(PEOPLE.filter(createTextFilter(typed))).toHaveLength(PEOPLE.length);
});
