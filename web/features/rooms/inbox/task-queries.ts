import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';

export const APPROVALS_KEY = ['publication-approvals'] as const;
export const UPLOAD_FOLDERS_KEY = ['upload-folders'] as const;
export const MEMBERSHIPS_KEY = ['room-memberships'] as const;

/** A part that is shown once its list has failed must not ask for it again, which would hide the part. */
const SHOWN_WHERE_FAILED = { retryOnMount: false } as const;

/** Loads the publications that wait for the agreement of the caller as a member of a group. */
export const useApprovals = () =>
  useQuery({
    queryKey: APPROVALS_KEY,
    queryFn: ({ signal }) => call('GET /api/publication-approvals', {}, signal),
    ...SHOWN_WHERE_FAILED,
  });

/** Loads the folders that the caller may send files to without seeing them. */
export const useUploadFolders = () =>
  useQuery({
    queryKey: UPLOAD_FOLDERS_KEY,
    queryFn: ({ signal }) => call('GET /api/upload-folders', {}, signal),
    ...SHOWN_WHERE_FAILED,
  });

/** Loads the rooms of which the caller is a member of a group, also those in which they see no document. */
export const useMemberships = () =>
  useQuery({
    queryKey: MEMBERSHIPS_KEY,
    queryFn: ({ signal }) => call('GET /api/room-memberships', {}, signal),
    ...SHOWN_WHERE_FAILED,
  });

/** Tells whether a list has something to show: entries, or that it could not be loaded. */
const isShown = ({ data, isError }: { data: readonly unknown[] | undefined; isError: boolean }): boolean =>
  data ? data.length > 0 : isError;

/** Tells what is to be shown of the data rooms of the caller; the code that shows it is loaded only then. */
export function useShownMemberParts() {
  const [approvals, folders, memberships] = [useApprovals(), useUploadFolders(), useMemberships()];
  return { tasks: isShown(approvals) || isShown(folders), rooms: isShown(memberships) };
}
