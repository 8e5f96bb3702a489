import type { FormEvent } from 'react';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { WatermarkSelect } from '#web/features/watermarks/watermark-select.tsx';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FoldedFields } from '#web/ui/forms/folded-fields.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useUpdateGroup } from './groups-api.ts';

const split = (text: string): string[] | null => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length === 0 ? null : parts;
};

const summarize = (group: Group): string => {
  const { domains, addressRanges, requiresSecondFactor, watermarkPages, membersSeeEachOther, seesVersions } =
    group;
  const { watermark } = group;
  const rules = [
    requiresSecondFactor && 'second factor',
    domains && `domains ${domains.join(', ')}`,
    addressRanges && `addresses ${addressRanges.join(', ')}`,
    watermark ? `watermark ${watermark.name}` : watermarkPages && 'watermark',
    membersSeeEachOther && 'members see each other',
    seesVersions && 'earlier versions',
  ];
  return rules.filter(Boolean).join(' · ') || 'None';
};

/** The rules of a group: who can be added, from where, and what its members see of each other. They count at the next request. */
export function GroupRulesForm({ group }: { group: Group }) {
  const { changed, text, toggle, reset } = useRuleFields(group);
  const update = useUpdateGroup(group);
  const isChanged = Object.keys(changed).length > 0;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isChanged) update.mutate(rulesOf(changed), { onSuccess: reset });
  }
  return (
    <FoldedFields title="Rules" summary={summarize(group)} hasError={update.isError} startsOpen={false}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4" aria-label={`Rules of ${group.name}`}>
        <TextField
          label="Allowed email domains"
          hint="Only addresses of these domains can be added. Empty allows all."
          placeholder="example.com"
          autoComplete="off"
          {...text('domains')}
        />
        <TextField
          label="Allowed IP addresses"
          hint="Addresses and networks, separated by commas. From elsewhere, members see nothing of the room. Empty allows all."
          placeholder="192.0.2.0/24"
          autoComplete="off"
          {...text('addressRanges')}
        />
        <Switch
          label="Second factor required"
          hint="Of members with an account, from their next sign-in on."
          {...toggle('requiresSecondFactor')}
        />
        <Switch
          label="Watermark on every page"
          hint="Pages and PDFs carry the name of the member, whatever the level."
          {...toggle('watermarkPages')}
        />
        <WatermarkSelect
          present={group.watermark}
          roomId={group.roomId}
          none="That of the room"
          hint="Drawn over every page and PDF of the members, whatever the level."
          {...text('watermarkId')}
        />
        <Switch
          label="Members see each other"
          hint="Each member sees the addresses of the others in this group, never those of other groups."
          {...toggle('membersSeeEachOther')}
        />
        <Switch
          label="Members see earlier versions"
          hint="They open and compare all published versions, except withdrawn ones. An earlier draft can be what must not be seen."
          {...toggle('seesVersions')}
        />
        <Button type="submit" busy={update.isPending} disabled={!isChanged} className="self-start">
          Save Rules
        </Button>
      </form>
    </FoldedFields>
  );
}

const formValuesOf = (group: Group) => ({
  domains: group.domains?.join(', ') ?? '',
  addressRanges: group.addressRanges?.join(', ') ?? '',
  watermarkId: String(group.watermark?.id ?? ''),
  requiresSecondFactor: group.requiresSecondFactor,
  watermarkPages: group.watermarkPages,
  membersSeeEachOther: group.membersSeeEachOther,
  seesVersions: group.seesVersions,
});

type FormValues = ReturnType<typeof formValuesOf>;

/** Returns the body of the request: only rules that were edited, so that it undoes no change of another manager. */
export function rulesOf({ domains, addressRanges, watermarkId, ...switches }: Partial<FormValues>) {
  return {
    ...switches,
    ...(domains !== undefined && { domains: split(domains) }),
    ...(addressRanges !== undefined && { addressRanges: split(addressRanges) }),
    ...(watermarkId !== undefined && { watermarkId: watermarkId === '' ? null : Number(watermarkId) }),
  };
}

type Named<Value> = {
  [Name in keyof FormValues]: FormValues[Name] extends Value ? Name : never;
}[keyof FormValues];

/** Holds what is edited, and returns the properties of a field by the name of its rule. */
function useRuleFields(group: Group) {
  const { values, changed, set, reset } = useEdits(formValuesOf(group));
  const text = (name: Named<string>) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  });
  const toggle = (name: Named<boolean>) => ({
    checked: values[name],
    onChange: ({ target }: { target: { checked: boolean } }) => set(name, target.checked),
  });
  return { changed, text, toggle, reset };
}
