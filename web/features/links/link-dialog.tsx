import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { Link, LinkTarget } from '#shared/contracts/links/links.ts';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { useTerms } from '#web/features/terms/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useCreateLink, useUpdateLink } from './api.ts';
import { FurtherFolders } from './dialog/further-folders.tsx';
import { LinkPeriodFields } from './dialog/link-period-fields.tsx';
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
  target: LinkTarget;
  /** The link to change; a new one otherwise. */
  link?: Link | undefined;
  onClose: () => void;
}

/** Creates a link to a folder or file, or changes one. */
export function LinkDialog(props: LinkDialogProps) {
  const settings = usePublicSettings();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.link ? 'Edit link' : 'Create link'}
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

function LinkForm({ target, link, onClose, canMail, canSkip }: LinkFormProps) {
  const [create, update] = [useCreateLink(), useUpdateLink()];
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
    else
      create.mutate({ name, settings, ...limits, startsAt, expiresAt, targets: [target, ...further] }, done);
  };
  return (
    <Form form={form} onSubmit={save}>
      <div className="flex flex-col gap-4">
        <TextField label="Name" hint="Only you see it." autoComplete="off" {...form.register('name')} />
        {!link && (
          <FurtherFolders
            control={form.control}
            folderId={target.kind === 'folder' ? target.id : undefined}
          />
        )}
        <Identification {...{ form, canMail, canSkip }} />
        <Select
          label="Visitors may"
          options={[
            { value: 'view', label: 'View only' },
            { value: 'download', label: 'Download files that allow it' },
          ]}
          {...form.register('level')}
        />
        <LinkPeriodFields form={form} canMail={canMail} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={link?.hasPassword ? 'Leave blank to keep the present one.' : 'Leave blank for none.'}
          {...form.register('password')}
        />
        {link?.hasPassword && <Checkbox label="Remove the password" {...form.register('removesPassword')} />}
        <TermsChoice form={form} present={link?.terms ?? null} />
        <TextField label="Greeting" hint="Shown before anything is opened." {...form.register('greeting')} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending || update.isPending}>
          {link ? 'Save changes' : 'Create link'}
        </Button>
      </DialogActions>
    </Form>
  );
}

interface TermsChoiceProps {
  form: UseFormReturn<LinkFormValues>;
  /** The terms that the link asks for, which may belong to somebody else. */
  present: Link['terms'];
}

/** Chooses the terms that visitors accept. */
function TermsChoice({ form, present }: TermsChoiceProps) {
  const { data = [] } = useTerms();
  const chosen = useWatch({ control: form.control, name: 'termsId' });
  const options = new Map([...(present ? [present] : []), ...data].map(({ id, name }) => [id, name]));
  return (
    <>
      <Select
        label="Terms to accept"
        hint={options.size === 0 ? 'Create terms in Settings → Terms.' : undefined}
        options={[
          { value: '', label: 'None' },
          ...[...options].map(([id, label]) => ({ value: String(id), label })),
        ]}
        {...form.register('termsId')}
      />
      {chosen !== '' && (
        <Checkbox label="Visitors sign with their typed name" {...form.register('requireSignature')} />
      )}
    </>
  );
}

interface IdentificationProps {
  form: UseFormReturn<LinkFormValues>;
  canMail: boolean;
  canSkip: boolean;
}

/** Chooses how visitors say who they are; says why a code is not offered. */
function Identification({ form, canMail, canSkip }: IdentificationProps) {
  const chosen = useWatch({ control: form.control, name: 'identification' });
  return (
    <>
      <Select
        label="Visitors confirm"
        hint={
          canMail ? undefined : 'A code by email needs outgoing mail, which is not set up on this server.'
        }
        options={[
          ...(canMail || chosen === 'code'
            ? [{ value: 'code', label: 'Their email address, with a code' }]
            : []),
          { value: 'email', label: 'Their email address, unverified' },
          ...(canSkip || chosen === 'none' ? [{ value: 'none', label: 'Nothing' }] : []),
        ]}
        {...form.register('identification')}
      />
      {chosen === 'code' && (
        <>
          <TextField
            label="Allowed addresses and domains"
            hint="Separated by commas, such as dana@example.com, example.org. Leave blank to allow all."
            {...form.register('allowed')}
          />
          <TextField
            label="Blocked addresses and domains"
            hint="A domain includes its subdomains."
            {...form.register('blocked')}
          />
        </>
      )}
    </>
  );
}
