import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Link } from '#shared/contracts/links/links.ts';
import { MAX_LINK_TARGETS } from '#shared/domain/link-steps.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { FormSection } from '#web/ui/forms/form-section.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { FurtherFolders } from './dialog/further-folders.tsx';
import { Identification } from './dialog/identification.tsx';
import { LinkDetails } from './dialog/link-details.tsx';
import { OpenedFiles } from './dialog/opened-files.tsx';
import { Rights } from './dialog/rights.tsx';
import { type LinkFormValues, linkSchema, toFormValues } from './link-schema.ts';
import { type EditedLink, useSaveLink } from './use-save-link.ts';

interface LinkDialogProps extends EditedLink {
  onClose: () => void;
}

/** Creates a link to a folder or to files, into a group or to an archive, or changes one. */
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
      {settings &&
        (needsMail(props) && !settings.emailConfigured ? (
          <NoMail onClose={props.onClose} />
        ) : (
          <LinkForm {...props} canMail={settings.emailConfigured} canSkip={settings.allowPublicSharing} />
        ))}
    </Dialog>
  );
}

/** A link into a group asks for a code. */
const needsMail = ({ target, link }: LinkDialogProps): boolean => !link && target.kind === 'group';

/** Says what to do where no code can be mailed, in place of a form that could not be saved. */
function NoMail({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Notice tone="info">
        A link into a group needs a code by email, and this server sends no email. Add members by their
        address instead, and pass on the link that each of them gets.
      </Notice>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
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
  const form = useForm<LinkFormValues>({
    resolver: zodResolver(linkSchema),
    defaultValues: toFormValues(link, canMail),
  });
  const { save, isSaving } = useSaveLink(form, { target, link, canMail, onClose });
  return (
    <Form form={form} keptAs={`link-${link?.id ?? target.kind}`} onSubmit={save}>
      <div className="flex flex-col gap-4">
        <TextField label="Name" hint="Only you see it." autoComplete="off" {...form.register('name')} />
        {!link && target.kind === 'files' && <OpenedFiles files={target.files} />}
        {!link && target.kind !== 'group' && target.kind !== 'archive' && (
          <FurtherFolders
            control={form.control}
            folderId={target.kind === 'folder' ? target.id : undefined}
            max={MAX_LINK_TARGETS - (target.kind === 'files' ? target.files.length : 1)}
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
      <SaveActions label={link ? 'Save Changes' : 'Create Link'} busy={isSaving} onCancel={onClose} />
    </Form>
  );
}
