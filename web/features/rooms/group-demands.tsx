import { type FormEvent, useState } from 'react';
import type { Group } from '#shared/contracts/rooms/rooms.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FoldedFields } from '#web/ui/forms/folded-fields.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { useUpdateGroup } from './api.ts';

function describeDemands({ addressRanges, requiresSecondFactor }: Group): string {
  const demands = [
    ...(requiresSecondFactor ? ['Second factor'] : []),
    ...(addressRanges.length > 0 ? [`From ${addressRanges.join(', ')}`] : []),
  ];
  return demands.length === 0 ? 'No demands' : demands.join(' · ');
}

/** Edits what a group demands of its members. */
export function GroupDemands({ group }: { group: Group }) {
  const update = useUpdateGroup(group);
  const [ranges, setRanges] = useState(group.addressRanges.join('\n'));
  const [needsFactor, setNeedsFactor] = useState(group.requiresSecondFactor);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const addressRanges = ranges.split(/[\s,;]+/).filter((range) => range !== '');
    update.mutate({ addressRanges, requiresSecondFactor: needsFactor });
  }
  return (
    <FoldedFields
      title="Sign-in and addresses"
      summary={describeDemands(group)}
      hasError={update.error !== null}
      startsOpen={false}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        {update.error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(update.error)}
          </Notice>
        )}
        <Switch
          label="Second factor required"
          hint="Of members with an account, from their next sign-in on."
          checked={needsFactor}
          onChange={({ target }) => setNeedsFactor(target.checked)}
        />
        <TextArea
          label="IP addresses"
          hint="An address or network per line, such as 192.0.2.0/24. From elsewhere, members cannot find the room. Empty: from everywhere."
          rows={2}
          autoCapitalize="none"
          spellCheck={false}
          value={ranges}
          onChange={({ target }) => setRanges(target.value)}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" busy={update.isPending} aria-label={`Save the demands of ${group.name}`}>
            Save
          </Button>
          {update.isSuccess && <span role="status">Saved</span>}
        </div>
      </form>
    </FoldedFields>
  );
}
