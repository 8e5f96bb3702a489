import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Certificate, CertificateParty } from '#shared/contracts/rooms/certificates.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const KEY = ['certificates'] as const;

const isUnfinished = ({ state }: Certificate): boolean => state === 'waiting';

/** The certificates of a room, newest first, asked for again while one is being made. */
export const useRoomCertificates = (roomId: number) =>
  usePaginatedCall(
    [...KEY, roomId],
    'GET /api/rooms/:id/certificates',
    { limit: '50' },
    { id: roomId },
    isUnfinished,
  );

/** The certificates that the user or visitor asked for, newest first. */
export const useOwnCertificates = () =>
  usePaginatedCall([...KEY, 'own'], 'GET /api/certificates', { limit: '50' }, {}, isUnfinished);

export const useCertificateParties = (roomId: number) =>
  useQuery({
    queryKey: ['certificate-parties', roomId],
    queryFn: () => call('GET /api/rooms/:id/certificates/parties', { params: { id: roomId } }),
  });

interface Wanted {
  readonly party: Pick<CertificateParty, 'kind' | 'id'>;
  /** By default now. */
  readonly at: string | undefined;
}

function bodyOf({ party: { kind, id }, at }: Wanted) {
  const instant = at === undefined ? {} : { at };
  switch (kind) {
    case 'group':
      return { ...instant, groupId: id };
    case 'user':
      return { ...instant, userId: id };
    case 'visitor':
      return { ...instant, invitationId: id };
    case 'link':
      return { ...instant, linkId: id };
  }
}

export function useCreateRoomCertificate(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      call('POST /api/rooms/:id/certificates', { params: { id: roomId }, body: bodyOf(wanted) }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useCreateOwnCertificate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/certificates'),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
