import { expect, test } from 'vitest';
import { buildSignInPath, getReturnPath } from './return-path.ts';

const ORIGIN = 'https://room.example';
const back = (next: string) => getReturnPath(`?${new URLSearchParams({ next })}`, ORIGIN);

test('sign-in returns to the requested page', () => {
  expect(buildSignInPath('/file/7?page=3&quote=a b')).toBe('/auth?next=%2Ffile%2F7%3Fpage%3D3%26quote%3Da+b');
  expect(back('/file/7?page=3&quote=a%20b#end')).toBe('/file/7?page=3&quote=a%20b#end');
});

test('the sign-in URL leaves out the home page', () => {
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
])('sign-in goes home instead of to %j', (next) => {
  expect(back(next)).toBe('/');
});

test('sign-in does not return to the sign-in page', () => {
  expect(back('/auth?next=/auth')).toBe('/');
});
