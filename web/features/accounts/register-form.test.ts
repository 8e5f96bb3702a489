import { expect, test } from 'vitest';
import { registrationSchema } from './register-form.tsx';

const valid = { username: 'ada', email: 'ada@example.com', password: 'secret', confirmPassword: 'secret' };
const firstMessage = (fields: object) =>
  registrationSchema.safeParse({ ...valid, ...fields }).error?.issues[0]?.message;

test('a complete registration form is valid', () => {
  expect(firstMessage({})).toBeUndefined();
});

test('registration errors are reported in field order', () => {
  const wrong = { username: 'ab', email: '', password: '12345', confirmPassword: 'other' };
  expect(firstMessage(wrong)).toBe('Username must be at least 3 characters');
  expect(firstMessage({ ...wrong, username: 'ada' })).toBe('Email is required');
  expect(firstMessage({ ...wrong, username: 'ada', email: 'a@b.org' })).toBe(
    'Password must be at least 6 characters',
  );
  expect(firstMessage({ confirmPassword: 'other' })).toBe('Passwords do not match');
});

test('repeated passwords are compared exactly', () => {
  expect(firstMessage({ confirmPassword: 'secret ' })).toBe('Passwords do not match');
});
