import { expect, test } from 'vitest';
import { z } from 'zod';
import { compileSerializer } from './validation.ts';

const answer = z.array(z.object({ id: z.int(), note: z.string().nullable() }));
const serialize = compileSerializer({ schema: answer, method: 'GET', url: '/api/notes' });

test('an answer leaves out what its contract does not name', () => {
  expect(serialize([{ id: 1, note: null, passwordHash: 'secret' }])).toBe('[{"id":1,"note":null}]');
});

test('an answer that breaks its contract is not sent', () => {
  expect(() => serialize([{ id: 1 }])).toThrow('The answer of GET /api/notes breaks its contract');
});
