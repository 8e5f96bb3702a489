import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';

export interface UnsentFile {
  readonly file: File;
  readonly error: Error;
}

/**
 * Sends files one after the other, also after one that failed; returns those that were not sent. The end of the session ends it.
 */
export async function sendEach(
  files: readonly File[],
  send: (file: File, place: number) => Promise<unknown>,
): Promise<UnsentFile[]> {
  const unsent: UnsentFile[] = [];
  for (const [place, file] of files.entries()) {
    await send(file, place).catch((error: Error) => {
      if (error instanceof ApiError && error.status === 401) throw error;
      unsent.push({ file, error });
    });
  }
  return unsent;
}

/** Returns the files that remain to be sent: those of earlier times that were not among `files`, and those that failed now. */
export const listUnsent = (
  before: readonly File[],
  files: readonly File[],
  failed: readonly UnsentFile[],
): File[] => [...before.filter((file) => !files.includes(file)), ...failed.map(({ file }) => file)];

/** Says which files were not sent and why, and how many were. */
export function describeUnsent(unsent: readonly UnsentFile[], sent: number): string {
  const reasons = unsent.map(({ file, error }) => `${file.name}: ${getErrorMessage(error)}`);
  const rest = sent === 0 ? [] : [sent === 1 ? '1 file was sent.' : `${sent} files were sent.`];
  return [...reasons, ...rest].join(' ');
}
