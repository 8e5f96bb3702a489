import { FILE_FORBIDDEN, FILE_NOT_FOUND } from '#shared/domain/messages.ts';

/** Returns the message for a status of the file request; 0 means that there was no response. */
export function describeAccessError(status: number | undefined): string {
  if (status === 404) return FILE_NOT_FOUND;
  if (status === 403) return FILE_FORBIDDEN;
  if (status === 0) return 'Network error occurred while checking file access.';
  return 'An error occurred while loading the file.';
}
