import { expect, test } from 'vitest';
import { clearSent } from './clear-sent.ts';

test('a field is emptied once its text was sent', () => {
  expect(clearSent('dana@example.com')(' dana@example.com')).toBe('');
});

test('what was typed while the text before was sent stays', () => {
  expect(clearSent('dana@example.com')('erin@exa')).toBe('erin@exa');
});
