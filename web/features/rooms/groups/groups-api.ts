import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Group, updateGroup } from '#shared/contracts/rooms/groups/groups.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { roomsQuery } from '#web/features/folders/copies/rooms-query.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { request } from '#web/lib/http/request.ts';
import { toast } from '#web/ui/feedback/toast.ts';

export function useUpdateGroup({ id }: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateGroup>) => call('PATCH /api/groups/:id', { params: { id }, body }),
    onSuccess: () => toast({ title: 'The group is saved', variant: 'success' }),
    onError: (error) => toastError('Failed to save the group', error),
    onSettled: () => client.invalidateQueries({ queryKey: roomsQuery.queryKey }),
  });
}

export interface AddedMembers {
  readonly invited: readonly string[];
  readonly problems: readonly { email: string; problem: string }[];
  readonly emailed: boolean;
}

/** Adds pasted addresses, or those in an XLSX or CSV table. */
export function addMembers(groupId: number, source: readonly string[] | File): Promise<AddedMembers> {
  const params = { id: groupId };
  if (!(source instanceof File))
    return call('PUT /api/groups/:id/members', { params, body: { emails: [...source] } });
  const form = new FormData();
  form.set('file', source, source.name);
  return request('PUT', buildUrl('PUT /api/groups/:id/members', { params }), { body: form });
}
