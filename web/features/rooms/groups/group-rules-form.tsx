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
  const [domains, setDomains] = useState(group.domains?.join(', ') ?? '');
  const [ranges, setRanges] = useState(group.addressRanges?.join(', ') ?? '');
  const [requiresSecondFactor, setRequiresFactor] = useState(group.requiresSecondFactor);
  const [watermarkPages, setWatermark] = useState(group.watermarkPages);
  const [watermarkId, setWatermarkId] = useState(String(group.watermark?.id ?? ''));
  const [membersSeeEachOther, setSeeEachOther] = useState(group.membersSeeEachOther);
  const [seesVersions, setSeesVersions] = useState(group.seesVersions);
  const update = useUpdateGroup(group);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    update.mutate({
      domains: split(domains),
      addressRanges: split(ranges),
      requiresSecondFactor,
      watermarkPages,
      watermarkId: watermarkId === '' ? null : Number(watermarkId),
      membersSeeEachOther,
      seesVersions,
    });
  }
  return (
    <FoldedFields title="Rules" summary={summarize(group)} hasError={update.isError} startsOpen={false}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4" aria-label={`Rules of ${group.name}`}>
        <TextField
          label="Allowed email domains"
          hint="Only addresses of these domains can be added. Empty allows all."
          placeholder="example.com"
          autoComplete="off"
          value={domains}
          onChange={({ target }) => setDomains(target.value)}
        />
        <TextField
          label="Allowed IP addresses"
          hint="Addresses and networks, separated by commas. From elsewhere, members see nothing of the room. Empty allows all."
          placeholder="192.0.2.0/24"
          autoComplete="off"
          value={ranges}
          onChange={({ target }) => setRanges(target.value)}
        />
        <Switch
          label="Second factor required"
          hint="Of members with an account, from their next sign-in on."
          checked={requiresSecondFactor}
          onChange={({ target }) => setRequiresFactor(target.checked)}
        />
        <Switch
          label="Watermark on every page"
          hint="Pages and PDFs carry the name of the member, whatever the level."
          checked={watermarkPages}
          onChange={({ target }) => setWatermark(target.checked)}
        />
        <WatermarkSelect
          present={group.watermark}
          roomId={group.roomId}
          none="That of the room"
          hint="Drawn over every page and PDF of the members, whatever the level."
          value={watermarkId}
          onChange={({ target }) => setWatermarkId(target.value)}
        />
        <Switch
          label="Members see each other"
          hint="Each member sees the addresses of the others in this group, never those of other groups."
          checked={membersSeeEachOther}
          onChange={({ target }) => setSeeEachOther(target.checked)}
        />
        <Switch
          label="Members see earlier versions"
          hint="They open and compare all published versions, except withdrawn ones. An earlier draft can be what must not be seen."
          checked={seesVersions}
          onChange={({ target }) => setSeesVersions(target.checked)}
        />
        <Button type="submit" busy={update.isPending} className="self-start">
          Save Rules
        </Button>
      </form>
    </FoldedFields>
  );
}
