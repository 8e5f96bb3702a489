import type { UseFormReturn } from 'react-hook-form';
import type { EvidenceSettings, ShownAnchors } from '#shared/contracts/evidence/anchors.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { useStoredForm } from '#web/lib/forms/use-stored-form.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useUpdateAnchors } from './anchors-api.ts';

const NO_MAIL = 'Outgoing mail is not set up.';

type FormValues = ReturnType<typeof toFormValues>;

const toFormValues = ({ timeStampServer, anchorMailTo, ...switches }: EvidenceSettings) => ({
  ...switches,
  timeStampServer: timeStampServer ?? '',
  anchorMailTo: anchorMailTo.join(', '),
});

const toSettings = ({ timeStampServer, anchorMailTo, ...switches }: FormValues): EvidenceSettings => ({
  ...switches,
  timeStampServer: timeStampServer.trim() === '' ? null : timeStampServer,
  anchorMailTo: anchorMailTo.split(/[\s,;]+/).filter((address) => address !== ''),
});

/** Edits where signed tree heads are kept besides the database, and whether receipts are mailed. */
export function AnchorsForm({ shown }: { shown: ShownAnchors }) {
  const { settings, hasFile, hasBucket, hasMail } = shown;
  const update = useUpdateAnchors();
  const { form, holdSent } = useStoredForm(toFormValues(settings));
  return (
    <Form
      form={form}
      keptAs="anchors"
      onSubmit={(values) =>
        update.mutate(changedSince(settings, toSettings(values)), {
          onSuccess: holdSent(),
          onError: (error) => form.setError('root', { message: getErrorMessage(error) }),
        })
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Time-stamp server"
          hint="Address of an RFC 3161 server. It gets a hash each hour in which something happened. Empty: none."
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('timeStampServer')}
        />
        <Switch
          label="Append to a file"
          hint={hasFile ? 'The file that ANCHOR_FILE names.' : 'Not set up. On the server, set ANCHOR_FILE.'}
          disabled={!hasFile}
          {...form.register('anchorToFile')}
        />
        <Switch
          label="Put into a bucket"
          hint={
            hasBucket
              ? 'Each tree head as an object of the bucket that ANCHOR_S3_BUCKET names.'
              : 'Not set up. On the server, set ANCHOR_S3_BUCKET, best with object lock.'
          }
          disabled={!hasBucket}
          {...form.register('anchorToBucket')}
        />
        <MailFields form={form} hasMail={hasMail} />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" busy={update.isPending}>
            Save
          </Button>
          {update.isSuccess && !form.formState.isDirty && <span role="status">Saved</span>}
        </div>
      </div>
    </Form>
  );
}

/** Edits what is mailed, which needs a mail server. */
function MailFields({ form, hasMail }: { form: UseFormReturn<FormValues>; hasMail: boolean }) {
  return (
    <>
      <TextField
        label="Email daily to"
        hint={hasMail ? 'Addresses of people who keep the tree head of each day.' : NO_MAIL}
        readOnly={!hasMail}
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('anchorMailTo')}
      />
      <Switch
        label="Include in emails about changes"
        hint={hasMail ? 'Each of them ends with the newest tree head.' : NO_MAIL}
        disabled={!hasMail}
        {...form.register('anchorInDigests')}
      />
      <Switch
        label="Email receipts"
        hint={
          hasMail
            ? 'Of first visits, accepted terms, leaving, and with emails about changes.'
            : `${NO_MAIL} Receipts are downloads.`
        }
        disabled={!hasMail}
        {...form.register('mailReceipts')}
      />
    </>
  );
}
