import type { UseFormReturn } from 'react-hook-form';
import type { Link, LinkTarget } from '#shared/contracts/links/links.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useCreateArchiveLink, useCreateLink, useUpdateLink } from './api.ts';
import { type LinkFormValues, toChange, toFormValues, toLimits, toSettings } from './link-schema.ts';

export interface EditedLink {
  /**
   * The folder or file that a new link opens, several files, the group whose view it opens, or the archive that it hands over.
   */
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
    const { name } = values;
    const done = {
      onSuccess: () => {
        toast({ title: link ? 'Link saved' : 'Link created', description: name, variant: 'success' });
        onClose();
      },
      onError: (error: Error) => showFormError(form, 'The link could not be saved', error),
    };
    if (link) {
      const change = toChange(toFormValues(link, canMail), values);
      if (Object.keys(change).length === 0) onClose();
      else update.mutate({ id: link.id, change }, done);
      return;
    }
    const wish = { name, settings: toSettings(values), ...toLimits(values) };
    if (target.kind === 'archive') createForArchive.mutate({ id: target.id, wish }, done);
    else {
      const further = values.folderIds.map((id) => ({ kind: 'folder', id }) as const);
      const opens =
        target.kind === 'group'
          ? { targets: [], groupId: target.id }
          : { targets: [...targetsOf(target), ...further], groupId: null };
      create.mutate({ ...wish, ...opens }, done);
    }
  };
  return { save, isSaving: create.isPending || createForArchive.isPending || update.isPending };
}

const targetsOf = (target: LinkTarget | { kind: 'files'; files: readonly { id: number }[] }): LinkTarget[] =>
  target.kind === 'files'
    ? target.files.map(({ id }) => ({ kind: 'file', id }))
    : [{ kind: target.kind, id: target.id }];
