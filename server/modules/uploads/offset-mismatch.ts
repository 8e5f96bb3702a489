import { AppError } from '#server/app/errors.ts';

/** Creates the refusal of a request whose offset does not match, or that lost against a parallel one. */
export const offsetMismatch = (): AppError =>
  new AppError('wrong-offset', 'Upload offset mismatch. Request the current offset and continue from there.');
