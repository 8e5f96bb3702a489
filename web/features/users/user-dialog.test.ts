import { expect, test } from 'vitest';
import { accountChangesOf } from './user-dialog.tsx';

/** The account as it was when the dialog was opened. */
const OPENED = { username: 'carol', email: 'carol@example.com', isAdmin: true };
const VALUES = { ...OPENED, password: '' };

test('a corrected name sends neither the address nor the role, which may have changed since', () => {
  expect(accountChangesOf(OPENED, { ...VALUES, username: 'caroline' }, false)).toEqual({
    username: 'caroline',
  });
  expect(accountChangesOf(OPENED, VALUES, false)).toEqual({});
});

test('an edited role, address and password are sent', () => {
  const edited = { ...VALUES, email: 'carol@example.org', isAdmin: false, password: 'another-secret' };
  expect(accountChangesOf(OPENED, edited, false)).toEqual({
    email: 'carol@example.org',
    isAdmin: false,
    password: 'another-secret',
  });
});

test('the role of the own account is never sent', () => {
  expect(accountChangesOf(OPENED, { ...VALUES, isAdmin: false }, true)).toEqual({});
});
