import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { refreshFileContent, refreshFileLists, versionsKey } from '#web/features/files/file-cache.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Lists the versions of a file, newest first, a page at a time. */
export const useVersions = (fileId: number) =>
  usePaginatedCall(versionsKey(fileId), 'GET /api/files/:id/versions', { limit: '100' }, { id: fileId });

/** Returns a callback that reads everything again that shows the content of the file. */
function useRefresh({ id, folderId }: File) {
  const client = useQueryClient();
  return () => Promise.all([refreshFileContent(client, id), refreshFileLists(client, [folderId])]);
}

/** The caller shows the error. */
export function useRestoreVersion(file: File) {
  const refresh = useRefresh(file);
  return useMutation({
    mutationFn: ({ number }: FileVersion) =>
      call('POST /api/files/:id/versions/:number/restore', { params: { id: file.id, number } }),
    onSuccess: (added, { number }) => {
      const content = `Version ${added.number} has the content of version ${number}`;
      const description = added.isDraft
        ? `${content}. It is a draft: publish it with the drafts of its room.`
        : `${content}.`;
      toast({ title: 'Version restored', description, variant: 'success' });
      return refresh();
    },
  });
}

/** The caller shows the error. */
export function useWithdrawVersion(file: File, { number }: FileVersion) {
  const refresh = useRefresh(file);
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/files/:id/versions/:number/withdraw', {
        params: { id: file.id, number },
        body: { reason },
      }),
    onSuccess: () => {
      toast({ title: 'Version withdrawn', description: `Version ${number}`, variant: 'success' });
      return refresh();
    },
  });
}
