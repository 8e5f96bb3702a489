import { expect, test } from 'vitest';
import { buildSignInPath, getReturnPath } from './return-path.ts';

const ORIGIN = 'https://room.example';
const back = (next: string) => getReturnPath(`?${new URLSearchParams({ next })}`, ORIGIN);

test('after sign-in one comes to the page that was asked for', () => {
  expect(buildSignInPath('/file/7?page=3&quote=a b')).toBe('/auth?next=%2Ffile%2F7%3Fpage%3D3%26quote%3Da+b');
  expect(back('/file/7?page=3&quote=a%20b#end')).toBe('/file/7?page=3&quote=a%20b#end');
});

test('home needs no mention', () => {
  expect(buildSignInPath('/')).toBe('/auth');
  expect(getReturnPath('', ORIGIN)).toBe('/');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'folder/1',
  '',
])('sign-in leads home, not to %j', (next) => {
  expect(back(next)).toBe('/');
});

test('sign-in does not lead to itself', () => {
  expect(back('/auth?next=/auth')).toBe('/');
});
