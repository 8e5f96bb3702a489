import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createRoom } from '#shared/contracts/rooms/rooms.ts';
import type { RoomTemplate } from '#shared/contracts/rooms/templates.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { ReadableError } from '#web/lib/errors/readable-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const TEMPLATES_KEY = ['room-templates'] as const;

/** Lists the delivered templates and the user's own. */
export const useTemplates = () =>
  useQuery({
    queryKey: TEMPLATES_KEY,
    queryFn: ({ signal }) => callAllPages('GET /api/room-templates', {}, signal),
  });

/** Says how much a template creates. */
export const describeTemplate = ({ folders, groups, requests }: RoomTemplate): string =>
  [
    [folders, 'folder', 'folders'] as const,
    [groups, 'group', 'groups'] as const,
    [requests, 'request', 'requests'] as const,
  ]
    .map(([count, one, many]) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`)
    .join(', ');

/** Finds the accounts with these addresses. */
async function findManagerIds(emails: readonly string[]): Promise<number[]> {
  const found = await Promise.all(emails.map((email) => callAllPages('GET /api/users', { email })));
  return found.map(([account], at) => {
    if (!account) throw new ReadableError(`No account has the address ${emails[at]}.`);
    return account.id;
  });
}

type NewRoom = BodyOf<typeof createRoom> & { readonly managers: readonly string[] };

/** Creates a room with a folder of its own and managers by their addresses. Lists of folders show it too. */
export function useCreateNewRoom() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ managers, ...body }: NewRoom) {
      const managerIds = await findManagerIds(managers);
      return call('POST /api/rooms', { body: { ...body, ...(managerIds.length > 0 && { managerIds }) } });
    },
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toastError('Failed to create the new room', error),
  });
}

export function useSaveTemplate(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call('POST /api/room-templates', { body: { roomId, name } }),
    onSuccess: ({ name }) => {
      toast({ title: 'The template is saved', description: name, variant: 'success' });
      return client.invalidateQueries({ queryKey: TEMPLATES_KEY });
    },
    onError: (error) => toastError('Failed to save the template', error),
  });
}

export function useDeleteTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: RoomTemplate) => call('DELETE /api/room-templates/:id', { params: { id } }),
    onError: (error) => toastError('Failed to delete the template', error),
    onSettled: () => client.invalidateQueries({ queryKey: TEMPLATES_KEY }),
  });
}
