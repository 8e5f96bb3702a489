import type { UseFormReturn } from 'react-hook-form';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormSection } from '#web/ui/forms/form-section.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import type { LinkFormValues } from '../link-schema.ts';

interface RightsProps {
  kind: 'folder' | 'file' | 'files' | 'group' | 'archive';
  form: UseFormReturn<LinkFormValues>;
  canMail: boolean;
  /** The archive contains evidence about all parties. */
  namesAllParties: boolean;
}

/** Chooses what visitors may do with folders and files, or says what they get otherwise. */
export function Rights({ kind, form, canMail, namesAllParties }: RightsProps) {
  if (kind === 'archive')
    return (
      <>
        <p className="text-ink-muted">
          Visitors download this archive and see nothing else of the room. The link keeps working after the
          room is closed.
        </p>
        {namesAllParties && (
          <Notice tone="warning">
            This is the whole room: all documents, and who saw what. For a party, create an archive of its
            group.
          </Notice>
        )}
      </>
    );
  if (kind === 'group')
    return (
      <p className="text-ink-muted">
        {canMail
          ? 'Visitors become members of the group and see what it sees. They confirm their address with a code.'
          : 'A link into a group needs a code by email, and this server sends no email.'}
      </p>
    );
  return (
    <FormSection title="What they may do">
      <Select
        label="Visitors may"
        options={[
          { value: 'view', label: 'View only' },
          { value: 'download', label: 'Download PDFs with a watermark' },
          { value: 'original', label: 'Download files as they are' },
        ]}
        {...form.register('level')}
      />
    </FormSection>
  );
}
