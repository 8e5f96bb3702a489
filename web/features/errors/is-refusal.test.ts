import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/http/api-error.ts';
import { isRefusal } from './is-refusal.ts';

test('what the server would refuse again is a refusal; failures and conflicts can be tried again', () => {
  const statuses = [400, 401, 403, 404, 410, 0, 408, 409, 429, 500, 503];
  expect(statuses.filter((status) => isRefusal(new ApiError(status, 'No')))).toEqual([
    400, 401, 403, 404, 410,
  ]);
  expect(isRefusal(new Error('The code could not be loaded'))).toBe(false);
});
