import { expect, test } from 'vitest';
import { createNameMatcher } from './match-names.ts';

const find = createNameMatcher(['Project Falcon', 'Falcon', 'Müller & Co. KG', 'Straßer', 'Ng']);
const found = (text: string) => find(text).map(({ name, start, end }) => [name, text.slice(start, end)]);

test.each([
  ['The PROJECT\nfalcon team', [['Project Falcon', 'PROJECT\nfalcon']]],
  ['Falcon’s price', [['Falcon', 'Falcon']]],
  ['sold to Muller und Co', []],
  ['sold to MÜLLER & CO. KG, Bonn', [['Müller & Co. KG', 'MÜLLER & CO. KG']]],
  ['Mu\u0308ller & Co KG', [['Müller & Co. KG', 'Mu\u0308ller & Co KG']]],
  ['Herr Strasser', [['Straßer', 'Strasser']]],
  ['Falconer and englobe', []],
  [
    'Ms. Ng-Falcon',
    [
      ['Ng', 'Ng'],
      ['Falcon', 'Falcon'],
    ],
  ],
])('%j', (text, expected) => expect(found(text)).toEqual(expected));

test('without names nothing is found', () => expect(createNameMatcher([])('Falcon')).toEqual([]));
