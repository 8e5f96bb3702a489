import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { MAX_GROUP_NAME_LENGTH } from '#shared/domain/limits.ts';
import { toDay, toEnd } from '#web/lib/forms/local-days.ts';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { LossGuard } from '#web/ui/overlays/unsaved.ts';
import { useUpdateGroup } from './groups-api.ts';

/** Renames a group and changes its end, which is the end of the chosen day. Sends only what was edited. */
export function EditGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { values, changed, set } = useEdits({
    name: group.name,
    day: group.endsAt === null ? '' : toDay(group.endsAt),
  });
  const update = useUpdateGroup(group);
  function onSubmit() {
    const { name, day } = changed;
    if (name === undefined && day === undefined) return onClose();
    update.mutate(
      { ...(name !== undefined && { name }), ...(day !== undefined && { endsAt: toEnd(day) }) },
      { onSuccess: onClose },
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Edit Group">
      <CheckedForm onSubmit={onSubmit} className="flex flex-col gap-4">
        <LossGuard isLost={Object.keys(changed).length > 0} />
        <TextField
          label="Name"
          autoComplete="off"
          name="name"
          required
          maxLength={MAX_GROUP_NAME_LENGTH}
          value={values.name}
          onChange={({ target }) => set('name', target.value)}
        />
        <TextField
          label="Ends on (optional)"
          hint="Members have access until the end of this day, and the links in their invitations are valid as long. Empty sets no end."
          name="day"
          type="date"
          value={values.day}
          onChange={({ target }) => set('day', target.value)}
        />
        <SaveActions label="Save" busy={update.isPending} onCancel={onClose} />
      </CheckedForm>
    </Dialog>
  );
}
