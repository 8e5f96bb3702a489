import { expect, test } from 'vitest';
import { z } from 'zod';
import { compileSerializer, invalidInput, REQUIRED } from './validation.ts';

const answer = z.array(z.object({ id: z.int(), note: z.string().nullable() }));
const serialize = compileSerializer({ schema: answer, method: 'GET', url: '/api/notes' });

test.each([
  ['missing text', z.object({ field: z.string() }), {}, REQUIRED],
  ['short text', z.string().min(3), 'ab', 'String must contain at least 3 character(s)'],
  ['e-mail address', z.email(), 'ab', 'Invalid email'],
  ['long text', z.string().max(2), 'abc', 'Use at most 2 characters'],
  ['small number', z.number().min(10), 9, 'Must be at least 10'],
  ['large number', z.int().max(90), 91, 'Must be at most 90'],
  ['number that is not positive', z.int().positive(), 0, 'Must be above 0'],
  ['long list', z.array(z.string()).max(1), ['a', 'b'], 'Send at most 1 entries'],
  ['short list', z.array(z.string()).min(1), [], 'Send at least 1 entries'],
  ['unknown word', z.enum(['keyword', 'meaning']), 'fuzzy', 'Must be one of: keyword, meaning'],
  ['other word', z.literal('default'), 'dark', 'Must be one of: default'],
  ['schema with a message of its own', z.string().max(2, 'Too long'), 'abc', 'Too long'],
])('%s is reported with the message of the forms', (_, schema, value, sentence) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(sentence);
});

test.each([
  ['list', z.array(z.string()), Array(5_000).fill(1)],
  ['object', z.strictObject({}), Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 1]))],
])('a refusal names a hundred wrong fields of a %s at most', (_, schema, value) => {
  const { error } = schema.safeParse(value);
  expect(Object.keys((error && invalidInput(error).fields) ?? {})).toHaveLength(100);
});

test('a response omits fields that its contract does not name', () => {
  expect(serialize([{ id: 1, note: null, passwordHash: 'secret' }])).toBe('[{"id":1,"note":null}]');
});

test('a response that violates its contract is not sent', () => {
  expect(() => serialize([{ id: 1 }])).toThrow('The response of GET /api/notes violates its contract');
});
