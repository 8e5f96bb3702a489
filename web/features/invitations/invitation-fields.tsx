import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Folder } from '#shared/contracts/folders.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { FolderCheckboxes } from './folder-checkboxes.tsx';
import type { InvitationFormValues } from './invitation-schema.ts';
import { listExpirationOptions, useExpirationDays } from './sharing/expiration-days.ts';

interface FieldsProps {
  form: UseFormReturn<InvitationFormValues>;
}

interface FolderAccessFieldsProps extends FieldsProps {
  /** Folders that the user may share; `undefined` while loading. */
  folders: readonly Folder[] | undefined;
}

/** Selects all folders or some of those that the user may share. */
export function FolderAccessFields({ form, folders }: FolderAccessFieldsProps) {
  const [access, folderIds] = useWatch({ control: form.control, name: ['access', 'folderIds'] });

  const chooseAccess = (next: string) => {
    const all = folders?.map(({ id }) => id) ?? [];
    if (next === 'all') form.setValue('folderIds', all);
    else if (folderIds.length === all.length) form.setValue('folderIds', []);
  };

  return (
    <>
      <Select
        label="Access"
        options={[
          { value: 'specific', label: 'Specific folders' },
          { value: 'all', label: 'All folders, including future ones' },
        ]}
        {...form.register('access', { onChange: ({ target }) => chooseAccess(target.value) })}
      />
      {folders ? (
        <FolderCheckboxes
          folders={folders}
          chosen={folderIds}
          disabled={access === 'all'}
          onChange={(ids) => form.setValue('folderIds', ids, { shouldValidate: form.formState.isSubmitted })}
        />
      ) : (
        <Skeleton className="h-32" />
      )}
    </>
  );
}

export function VisitorFields({ form }: FieldsProps) {
  const options = listExpirationOptions(useExpirationDays());
  return (
    <>
      <Select label="Expires after" options={options} {...form.register('expirationDays')} />
      <Checkbox
        label="Allow this visitor to download"
        hint="Only files that allow downloading."
        {...form.register('allowDownload')}
      />
    </>
  );
}

interface GroupFieldProps extends FieldsProps {
  groups: readonly Group[];
}

export function GroupField({ form, groups }: GroupFieldProps) {
  return (
    <Select
      label="Group"
      hint="It decides what the person sees, and until when."
      options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.register('groupId')}
    />
  );
}
