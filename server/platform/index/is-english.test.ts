import { expect, test } from 'vitest';
import { isEnglish } from './is-english.ts';

test.for(['When does the lease end?', 'indemnification clause', 'EX-10.1', '', 'was in the die casting'])(
  '%j is read as English',
  (text) => expect(isEnglish(text)).toBe(true),
);

test.for([
  'Wann endet der Mietvertrag?',
  'Wie hoch ist die Miete?',
  'Quand le bail prend-il fin ?',
  '租赁何时结束？',
  'متى ينتهي عقد الإيجار؟',
  'Когда истекает аренда?',
])('%j is not', (text) => expect(isEnglish(text)).toBe(false));
