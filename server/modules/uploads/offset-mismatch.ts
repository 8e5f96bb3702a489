import { AppError } from '#server/app/errors.ts';

/** For a request that does not go on where the upload stands, or when another one was first. */
export const offsetMismatch = (): AppError =>
  new AppError('wrong-offset', 'Upload offset mismatch. Request the current offset and continue from there.');
