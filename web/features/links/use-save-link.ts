import type { UseFormReturn } from 'react-hook-form';
import type { Link, LinkTarget } from '#shared/contracts/links/links.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { toEnd, toStart } from '#web/lib/forms/local-days.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useCreateArchiveLink, useCreateLink, useUpdateLink } from './api.ts';
import { type LinkFormValues, toCount, toFormValues, toSettings } from './link-schema.ts';

export interface EditedLink {
  /** The folder or file that a new link opens, several files, the group whose view it opens, or the archive that it hands over. */
  target:
    | LinkTarget
    | { kind: 'files'; files: readonly { id: number; name: string }[] }
    | { kind: 'group'; id: number }
    | { kind: 'archive'; id: number; namesAllParties: boolean };
  /** The link to change; a new one otherwise. */
  link?: Link | undefined;
}

/** Creates the link of the form or changes the present one, and closes the dialog once it is saved. */
export function useSaveLink(
  form: UseFormReturn<LinkFormValues>,
  { target, link, canMail, onClose }: EditedLink & { canMail: boolean; onClose: () => void },
) {
  const [create, createForArchive, update] = [useCreateLink(), useCreateArchiveLink(), useUpdateLink()];
  const save = (values: LinkFormValues) => {
    const [settings, name] = [toSettings(values), values.name];
    const before = toFormValues(link, canMail);
    const limits = { maxVisits: toCount(values.maxVisits), maxVisitors: toCount(values.maxVisitors) };
    const done = {
      onSuccess: () => {
        toast({ title: link ? 'Link saved' : 'Link created', description: name, variant: 'success' });
        onClose();
      },
      onError: (error: Error) => showFormError(form, 'The link could not be saved', error),
    };
    const further = values.folderIds.map((id) => ({ kind: 'folder', id }) as const);
    const [startsAt, expiresAt] = [toStart(values.firstDay), toEnd(values.lastDay)];
    // Days that stay the same keep their exact times.
    const period = {
      ...(values.firstDay !== before.firstDay && { startsAt }),
      ...(values.lastDay !== before.lastDay && { expiresAt }),
    };
    if (link) update.mutate({ id: link.id, change: { name, settings, ...limits, ...period } }, done);
    else if (target.kind === 'archive')
      createForArchive.mutate(
        { id: target.id, wish: { name, settings, ...limits, startsAt, expiresAt } },
        done,
      );
    else {
      const opens =
        target.kind === 'group'
          ? { targets: [], groupId: target.id }
          : { targets: [...targetsOf(target), ...further], groupId: null };
      create.mutate({ name, settings, ...limits, startsAt, expiresAt, ...opens }, done);
    }
  };
  return { save, isSaving: create.isPending || createForArchive.isPending || update.isPending };
}

const targetsOf = (target: LinkTarget | { kind: 'files'; files: readonly { id: number }[] }): LinkTarget[] =>
  target.kind === 'files'
    ? target.files.map(({ id }) => ({ kind: 'file', id }))
    : [{ kind: target.kind, id: target.id }];
