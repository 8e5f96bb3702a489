import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#shared/contracts/endpoint.ts';
import type { ExposureFinding, requestExposureCheck } from '#shared/contracts/rooms/exposure.ts';
import type { FindingKind } from '#shared/domain/rooms/finding-kinds.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { applyEdits, assertUnchanged, type Edits } from '#web/lib/forms/edits.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { type ExposureTexts, settingsOf, textsOf } from './exposure-texts.ts';

const KEY = ['exposure'] as const;
const POLL_INTERVAL_MS = 1_000;

export const isUnfinished = (check: { state: string } | undefined): boolean =>
  check?.state === 'waiting' || check?.state === 'running';

/** The newest check of a group, or nothing before the first. */
export const useLatestCheck = (groupId: number) =>
  useQuery({
    queryKey: [...KEY, 'latest', groupId],
    queryFn: async ({ signal }) => {
      const address = { params: { id: groupId }, query: { limit: '1' } };
      const [check] = await call('GET /api/groups/:id/exposure-checks', address, signal);
      return check ?? null;
    },
  });

/** All checks of a group, newest first. */
export const useChecks = (groupId: number) =>
  usePaginatedCall(
    [...KEY, 'checks', groupId],
    'GET /api/groups/:id/exposure-checks',
    { limit: '20' },
    { id: groupId },
  );

/** A check in numbers, asked for again while it runs. */
export const useCheck = (id: number) =>
  useQuery({
    queryKey: [...KEY, 'check', id],
    queryFn: ({ signal }) => call('GET /api/exposure-checks/:id', { params: { id } }, signal),
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? POLL_INTERVAL_MS : false),
  });

export interface FindingFilter {
  kind: FindingKind | undefined;
  undecided: boolean;
  new: boolean;
  fileId: number | undefined;
}

export const useFindings = (id: number, { kind, undecided, new: isNew, fileId }: FindingFilter) =>
  usePaginatedCall(
    [...KEY, 'findings', id, kind, undecided, isNew, fileId],
    'GET /api/exposure-checks/:id/findings',
    {
      ...(kind !== undefined && { kind }),
      ...(undecided && { undecided: 'true' }),
      ...(isNew && { new: 'true' }),
      ...(fileId !== undefined && { fileId: String(fileId) }),
    },
    { id },
  );

export const useDocuments = (id: number) =>
  usePaginatedCall(
    [...KEY, 'documents', id],
    'GET /api/exposure-checks/:id/documents',
    { limit: '100' },
    { id },
  );

export const useExposureSettings = (roomId: number) =>
  useQuery({
    queryKey: [...KEY, 'settings', roomId],
    queryFn: ({ signal }) => call('GET /api/rooms/:id/exposure-settings', { params: { id: roomId } }, signal),
  });

/** Replaces names and questions by what was edited of them; refuses to undo what another manager saved meanwhile. */
export function useSaveExposureSettings(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(edits: Edits<ExposureTexts>) {
      const params = { id: roomId };
      const stored = textsOf(await call('GET /api/rooms/:id/exposure-settings', { params }));
      assertUnchanged(stored, edits);
      return call('PUT /api/rooms/:id/exposure-settings', {
        params,
        body: settingsOf(applyEdits(stored, edits)),
      });
    },
    onSuccess: () => toast({ title: 'Names and questions saved', variant: 'success' }),
    onError: (error) => toastError('Failed to save names and questions', error),
    onSettled: () => client.invalidateQueries({ queryKey: [...KEY, 'settings', roomId] }),
  });
}

export function useRequestCheck(groupId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<RequestOf<typeof requestExposureCheck>['body']>) =>
      call('POST /api/groups/:id/exposure-checks', { params: { id: groupId }, body }),
    onError: (error) => toastError('Failed to start the check', error),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export interface Decision {
  finding: ExposureFinding;
  decision: 'accept' | 'lower';
  reason: string;
  alsoSame: boolean;
}

export function useDecide(checkId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ finding, ...body }: Decision) =>
      call('POST /api/exposure-checks/:id/findings/:findingId', {
        params: { id: checkId, findingId: finding.id },
        body,
      }),
    onError: (error) => toastError('Failed to save the decision', error),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useSignOff(checkId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/exposure-checks/:id/sign-off', { params: { id: checkId } }),
    onSuccess: () => toast({ title: 'The check is signed off', variant: 'success' }),
    onError: (error) => toastError('Failed to sign off', error),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
