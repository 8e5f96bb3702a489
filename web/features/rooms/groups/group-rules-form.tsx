import { type FormEvent, useState } from 'react';
import type { Group } from '#shared/contracts/rooms/rooms.ts';
import { WatermarkSelect } from '#web/features/watermarks/watermark-select.tsx';
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
  const { rules, text, toggle } = useTypedRules(group);
  const update = useUpdateGroup(group);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    update.mutate(rules);
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
        <Button type="submit" busy={update.isPending} className="self-start">
          Save Rules
        </Button>
      </form>
    </FoldedFields>
  );
}

/** Holds what is typed, and returns the properties of a field by the name of its rule. */
function useTypedRules(group: Group) {
  const { requiresSecondFactor, watermarkPages, membersSeeEachOther, seesVersions } = group;
  const [texts, setTexts] = useState({
    domains: group.domains?.join(', ') ?? '',
    addressRanges: group.addressRanges?.join(', ') ?? '',
    watermarkId: String(group.watermark?.id ?? ''),
  });
  const [switches, setSwitches] = useState({
    requiresSecondFactor,
    watermarkPages,
    membersSeeEachOther,
    seesVersions,
  });
  const text = (name: keyof typeof texts) => ({
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [name]: target.value }),
  });
  const toggle = (name: keyof typeof switches) => ({
    checked: switches[name],
    onChange: ({ target }: { target: { checked: boolean } }) =>
      setSwitches({ ...switches, [name]: target.checked }),
  });
  const rules = {
    ...switches,
    domains: split(texts.domains),
    addressRanges: split(texts.addressRanges),
    watermarkId: texts.watermarkId === '' ? null : Number(texts.watermarkId),
  };
  return { rules, text, toggle };
}
