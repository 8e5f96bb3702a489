import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listRoles } from './read-roles.ts';

const POSTGRES = { DATABASE_URL: 'postgres://localhost/room' };
const read = (ROLES: string, env: Record<string, string> = POSTGRES) =>
  listRoles(readConfig({ ...env, ROLES }).roles);

test.each([
  ['', ['web', 'worker', 'index']],
  ['web,worker,index', ['web', 'worker', 'index']],
  ['index, web', ['web', 'index']],
  ['worker', ['worker']],
  ['worker,index', ['worker', 'index']],
])('ROLES=%s is %s', (text, roles) => {
  expect(read(text)).toEqual(roles);
});

test.each([
  ['web', 'Set ROLES=web,index'],
  ['web,worker', 'Set ROLES=web,index'],
  ['index', 'index alone'],
  ['worker,mail', 'unknown role: mail'],
  ['WORKER', 'unknown role: WORKER'],
  [',', 'unknown role'],
])('ROLES=%s is refused: %s', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

test('with SQLite one process has all roles', () => {
  expect(read('index,web,worker', {})).toEqual(['web', 'worker', 'index']);
  for (const text of ['web,index', 'worker'])
    expect(() => read(text, {})).toThrow('ROLES needs DATABASE_URL');
});
