import { expect, test } from 'vitest';
import { registrationSchema } from './register-form.tsx';

const valid = { username: 'ada', email: 'ada@example.com', password: 'secret', confirmPassword: 'secret' };
const firstMessage = (fields: object) =>
  registrationSchema.safeParse({ ...valid, ...fields }).error?.issues[0]?.message;

test('a complete form will do', () => {
  expect(firstMessage({})).toBeUndefined();
});

test('what is wrong is told one by one, from the first field to the last', () => {
  const wrong = { username: 'ab', email: '', password: '12345', confirmPassword: 'other' };
  expect(firstMessage(wrong)).toBe('Username must be at least 3 characters');
  expect(firstMessage({ ...wrong, username: 'ada' })).toBe('Email is required');
  expect(firstMessage({ ...wrong, username: 'ada', email: 'a@b.org' })).toBe(
    'Password must be at least 6 characters',
  );
  expect(firstMessage({ confirmPassword: 'other' })).toBe('Passwords do not match');
});

test('passwords are compared to the letter', () => {
  expect(firstMessage({ confirmPassword: 'secret ' })).toBe('Passwords do not match');
});
