import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { MailText } from '#shared/contracts/mail/mail-texts.ts';
import type { MailTextKind } from '#shared/domain/mail/mail-texts.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { useRefresh } from '#web/lib/http/use-refresh.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Whose texts they are: those of a room, or with `null` of the installation. */
export type TextOwner = number | null;

export interface WrittenText {
  readonly subject: string;
  readonly body: string;
}

const keyOf = (owner: TextOwner) => ['mail-texts', owner] as const;

export const useMailTexts = (owner: TextOwner) =>
  useQuery({
    queryKey: [...keyOf(owner), 'list'],
    queryFn: ({ signal }) =>
      owner === null
        ? call('GET /api/admin/mail-texts', {}, signal)
        : call('GET /api/rooms/:id/mail-texts', { params: { id: owner } }, signal),
  });

/** Writes a text, or changes the one that was opened. The caller shows errors at its fields. */
export function useSaveMailText(owner: TextOwner, kind: MailTextKind, opened: MailText | undefined) {
  const refresh = useRefresh(keyOf(owner));
  return useMutation({
    mutationFn: (text: WrittenText) =>
      opened
        ? changeText(owner, opened.id, { ...text, updatedAt: opened.updatedAt })
        : createText(owner, { kind, ...text }),
    // Also after a failure: somebody may have changed the text.
    onSettled: refresh,
  });
}

const createText = (owner: TextOwner, body: WrittenText & { kind: MailTextKind }) =>
  owner === null
    ? call('POST /api/admin/mail-texts', { body })
    : call('POST /api/rooms/:id/mail-texts', { params: { id: owner }, body });

const changeText = (owner: TextOwner, id: number, body: WrittenText & { updatedAt: string }) =>
  owner === null
    ? call('PATCH /api/admin/mail-texts/:id', { params: { id }, body })
    : call('PATCH /api/rooms/:id/mail-texts/:textId', { params: { id: owner, textId: id }, body });

export function useResetMailText(owner: TextOwner) {
  const refresh = useRefresh(keyOf(owner));
  return useMutation({
    mutationFn: ({ id }: MailText) =>
      owner === null
        ? call('DELETE /api/admin/mail-texts/:id', { params: { id } })
        : call('DELETE /api/rooms/:id/mail-texts/:textId', { params: { id: owner, textId: id } }),
    onSuccess: () => toast({ title: 'Email text reset', variant: 'success' }),
    onError: (error) => toastError('Failed to reset the email text', error),
    onSettled: refresh,
  });
}

/** Fetches the mail with a text that is being written. The one before stays until it is there. */
export const useMailTextPreview = (owner: TextOwner, kind: MailTextKind, text: WrittenText) =>
  useQuery({
    queryKey: [...keyOf(owner), 'preview', kind, text],
    queryFn: ({ signal }) =>
      owner === null
        ? call('POST /api/admin/mail-texts/preview', { body: { kind, ...text } }, signal)
        : call(
            'POST /api/rooms/:id/mail-texts/preview',
            { params: { id: owner }, body: { kind, ...text } },
            signal,
          ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
