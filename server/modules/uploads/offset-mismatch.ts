import { AppError } from '#server/app/errors.ts';

/** For a request that does not go on where the upload stands, or when another one was first. */
export const offsetMismatch = (): AppError =>
  new AppError('wrong-offset', 'The upload stands elsewhere. Ask how far it is, and go on from there.');
