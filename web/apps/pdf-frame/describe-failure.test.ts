import { expect, test } from 'vitest';
import { describeFailure, WorkerNotLoaded } from './describe-failure.ts';

test.each([
  [new WorkerNotLoaded('Failed to fetch dynamically imported module'), 'not-loaded'],
  [Object.assign(new Error('No password given'), { name: 'PasswordException' }), 'protected'],
  [Object.assign(new Error('Invalid PDF structure.'), { name: 'InvalidPDFException' }), 'damaged'],
  ['crashed', 'damaged'],
])('%s is the failure %s', (error, failure) => {
  expect(describeFailure(error)).toBe(failure);
});
