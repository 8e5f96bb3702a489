import { zodResolver } from '@hookform/resolvers/zod';
import { type SystemSettings, systemSettings } from '#shared/contracts/settings.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { useStoredForm } from '#web/lib/forms/use-stored-form.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useAnswerModel, usePublicSettings, useSystemSettings, useUpdateSystemSettings } from './api.ts';

export function SystemSettingsForm() {
  const { data, error, refetch } = useSystemSettings();
  if (data) return <LoadedForm settings={data} />;
  if (!error) return <FormSkeleton fields={4} />;
  return <LoadError error={error} onRetry={refetch} />;
}

type Names<Kind> = {
  [Name in keyof SystemSettings]: SystemSettings[Name] extends Kind ? Name : never;
}[keyof SystemSettings];

const SWITCHES: readonly { name: Names<boolean>; label: string; hint: string }[] = [
  {
    name: 'enableAISearch',
    label: 'AI search',
    hint: 'When off, questions use keyword search only.',
  },
  {
    name: 'allowPublicSharing',
    label: 'Public sharing',
    hint: 'Allows visitor links without an email address. Anyone with the link gets access.',
  },
  {
    name: 'enableAuditLog',
    label: 'Audit log',
    hint: 'When off, only changes to this setting are logged.',
  },
  {
    name: 'autoDeleteInvitations',
    label: 'Delete old invitations',
    hint: 'Removes accepted and long-expired invitations from the lists.',
  },
  {
    name: 'watermarkDownloads',
    label: 'Watermark downloads',
    hint: 'Adds the reader’s name to page images and to every page of downloaded PDFs, except for administrators.',
  },
  {
    name: 'maintenanceMode',
    label: 'Maintenance mode',
    hint: 'Only administrators have access; everyone else sees a maintenance message.',
  },
];

const REGISTRATION_MODES = [
  { value: 'open', label: 'Anyone can register' },
  { value: 'invitation', label: 'By invitation' },
  { value: 'closed', label: 'Administrators only' },
] as const;

function describeAnswerModel(model: ReturnType<typeof useAnswerModel>): string {
  if (model === undefined) return '';
  return model === null
    ? 'When on, answers are verbatim passages; no language model is configured.'
    : `When on, ${model.model} at ${model.host} receives the passages found and writes the answers.`;
}

const UNLIMITED_HINT = '0 is unlimited. The trash counts.';

const listNumbers = (
  uploadCeilingMB: number | undefined,
): readonly { name: Names<number>; label: string; hint: string }[] => [
  {
    name: 'maxUploadSizeMB',
    label: 'Maximum upload size (MB)',
    hint: uploadCeilingMB === undefined ? '' : `1 to ${uploadCeilingMB}.`,
  },
  {
    name: 'invitationExpiryDays',
    label: 'Invitations expire after (days)',
    hint: '1 to 90. An invitation can set its own duration.',
  },
  { name: 'maxFilesPerFolder', label: 'Maximum files per folder', hint: '10 to 1000.' },
  { name: 'userQuotaMB', label: 'Storage per user (MB)', hint: UNLIMITED_HINT },
  { name: 'userQuotaFiles', label: 'Files per user', hint: UNLIMITED_HINT },
  { name: 'userQuotaFolders', label: 'Folders per user', hint: UNLIMITED_HINT },
  { name: 'totalQuotaMB', label: 'Storage of all users (MB)', hint: UNLIMITED_HINT },
  { name: 'totalQuotaFiles', label: 'Files of all users', hint: UNLIMITED_HINT },
  { name: 'totalQuotaFolders', label: 'Folders of all users', hint: UNLIMITED_HINT },
];

function OnlineViewerNotice() {
  return (
    <Notice tone="warning">
      Microsoft’s online viewer is enabled (OFFICE_ONLINE_VIEWER). Users can send Office files that they may
      download to Microsoft. Each use is logged.
    </Notice>
  );
}

function LoadedForm({ settings }: { settings: SystemSettings }) {
  const update = useUpdateSystemSettings();
  const { uploadCeilingMB, onlineOfficeViewer: isOnline } = usePublicSettings() ?? {};
  const model = useAnswerModel();
  const { form, holdSent } = useStoredForm(settings, zodResolver(systemSettings));
  return (
    <Form
      form={form}
      keptAs="system-settings"
      onSubmit={(values) =>
        // Saved alone: another administrator may have changed the other settings since.
        update.mutate(changedSince(settings, values), {
          onSuccess: holdSent(),
          onError: (error) => showFormError(form, 'Failed to update system settings', error),
        })
      }
    >
      <div className="flex flex-col gap-4">
        {isOnline && <OnlineViewerNotice />}
        {SWITCHES.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={name === 'enableAISearch' ? `${hint} ${describeAnswerModel(model)}` : hint}
            {...form.register(name)}
          />
        ))}
        <Select
          label="Registration"
          hint="Who creates accounts. Visitors need none."
          options={REGISTRATION_MODES}
          {...form.register('registration')}
        />
        {listNumbers(uploadCeilingMB).map(({ name, label, hint }) => (
          <TextField
            key={name}
            type="number"
            inputMode="numeric"
            label={label}
            hint={hint}
            {...form.register(name, { valueAsNumber: true })}
          />
        ))}
        <Button type="submit" variant="primary" className="self-start" busy={update.isPending}>
          Save Settings
        </Button>
      </div>
    </Form>
  );
}
