import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Link, LinkTarget } from '#shared/contracts/links/links.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { FormSection } from '#web/ui/forms/form-section.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useCreateArchiveLink, useCreateLink, useUpdateLink } from './api.ts';
import { FurtherFolders } from './dialog/further-folders.tsx';
import { Identification } from './dialog/identification.tsx';
import { LinkDetails } from './dialog/link-details.tsx';
import { Rights } from './dialog/rights.tsx';
import {
  type LinkFormValues,
  linkSchema,
  toCount,
  toEnd,
  toFormValues,
  toSettings,
  toStart,
} from './link-schema.ts';

interface LinkDialogProps {
  /** The folder or file that a new link opens, the group whose view it opens, or the archive that it hands over. */
  target:
    | LinkTarget
    | { kind: 'group'; id: number }
    | { kind: 'archive'; id: number; namesAllParties: boolean };
  /** The link to change; a new one otherwise. */
  link?: Link | undefined;
  onClose: () => void;
}

/** Creates a link to a folder or file, into a group or to an archive, or changes one. */
export function LinkDialog(props: LinkDialogProps) {
  const settings = usePublicSettings();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.link ? 'Edit Link' : 'Create Link'}
      description={
        props.link
          ? 'A change that asks for more ends all visits: everybody completes the steps again.'
          : 'Visitors open it without an account, after the steps that you require.'
      }
    >
      {settings && (
        <LinkForm {...props} canMail={settings.emailConfigured} canSkip={settings.allowPublicSharing} />
      )}
    </Dialog>
  );
}

interface LinkFormProps extends LinkDialogProps {
  canMail: boolean;
  /** The administrators allow links that ask for no address. */
  canSkip: boolean;
}

/** Names what an existing link opens, where it is neither a folder nor a file. */
const kindOf = (link: Link | undefined): 'group' | 'archive' | undefined =>
  link?.archive ? 'archive' : link?.group ? 'group' : undefined;

function LinkForm({ target, link, onClose, canMail, canSkip }: LinkFormProps) {
  const [create, createForArchive, update] = [useCreateLink(), useCreateArchiveLink(), useUpdateLink()];
  const form = useForm<LinkFormValues>({
    resolver: zodResolver(linkSchema),
    defaultValues: toFormValues(link, canMail),
  });
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
          : { targets: [{ kind: target.kind, id: target.id }, ...further], groupId: null };
      create.mutate({ name, settings, ...limits, startsAt, expiresAt, ...opens }, done);
    }
  };
  return (
    <Form form={form} onSubmit={save}>
      <div className="flex flex-col gap-4">
        <TextField label="Name" hint="Only you see it." autoComplete="off" {...form.register('name')} />
        {!link && target.kind !== 'group' && target.kind !== 'archive' && (
          <FurtherFolders
            control={form.control}
            folderId={target.kind === 'folder' ? target.id : undefined}
          />
        )}
        <FormSection title="Who may enter">
          <Identification {...{ form, canMail, canSkip }} />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={link?.hasPassword ? 'Leave blank to keep the present one.' : 'Leave blank for none.'}
            {...form.register('password')}
          />
          {link?.hasPassword && (
            <Checkbox label="Remove the password" {...form.register('removesPassword')} />
          )}
        </FormSection>
        <Rights
          kind={kindOf(link) ?? target.kind}
          namesAllParties={target.kind === 'archive' && target.namesAllParties}
          {...{ form, canMail }}
        />
        <LinkDetails {...{ form, link, canMail }} />
      </div>
      <SaveActions
        label={link ? 'Save changes' : 'Create Link'}
        busy={create.isPending || createForArchive.isPending || update.isPending}
        onCancel={onClose}
      />
    </Form>
  );
}
