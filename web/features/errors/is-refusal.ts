import { ApiError } from '#web/lib/http/api-error.ts';

const REFUSALS: readonly number[] = [400, 401, 403, 404, 410];

/** Tells whether the server would answer the same again, so that there is no point in offering to try again. */
export const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && REFUSALS.includes(error.status);
