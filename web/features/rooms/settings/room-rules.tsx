import type { FormEvent } from 'react';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { LanguageChoice } from '#web/features/files/recognition/language-choice.tsx';
import { WatermarkSelect } from '#web/features/watermarks/watermark-select.tsx';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useSetRules } from './settings-api.ts';

/** The rules that a switch turns on and off. */
const SWITCHES = [
  {
    name: 'allowVisitors',
    label: 'Allow visitors',
    hint: 'Visitors of invitations and links see what is shared with them. When this is off, none of them sees anything in the room, and nobody invites further ones. Groups are not affected.',
  },
  {
    name: 'allowCollaborators',
    label: 'Allow collaborators of single folders',
    hint: 'When this is off, only the staff works in the room; collaborators of folders inside see nothing of it.',
  },
  {
    name: 'administratorsCanRead',
    label: 'Administrators can read this room',
    hint: 'When this is off, administrators see its name, state and staff alone, unless they open emergency access for an hour with a reason, of which managers with a confirmed address get an email.',
  },
  {
    name: 'allowDownloads',
    label: 'Allow downloads',
    hint: 'When this is off, nobody but administrators downloads anything, the staff included. Everybody reads pages with a watermark.',
  },
  {
    name: 'watermarkPages',
    label: 'Watermark on every page',
    hint: 'Pages and PDFs carry the name of the reader, for the staff too. Office documents that are downloaded as they are carry none.',
  },
] as const;

/** The rules about who else may see a room and what of it; managers change them, and they count at the next request. */
export function RoomRules({ room }: { room: RoomWithSettings }) {
  const change = useSetRules(room.id);
  const mayChange = room.staffRole === 'manager' && !isReadOnlyState(room.state);
  return (
    <Card className="flex flex-col gap-5 p-5">
      {SWITCHES.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={room.settings[name]}
          disabled={!mayChange}
          busy={change.isPending}
          onChange={({ target }) => change.mutate({ [name]: target.checked })}
        />
      ))}
      <WatermarkSelect
        present={room.watermark}
        {...(mayChange && { roomId: room.id })}
        none="Default"
        hint="Drawn where pages carry a watermark and the link or group of the reader has none."
        value={String(room.settings.watermarkId ?? '')}
        disabled={!mayChange}
        busy={change.isPending}
        onChange={({ target }) =>
          change.mutate({ watermarkId: target.value === '' ? null : Number(target.value) })
        }
      />
      <DomainForm
        key={room.id}
        domains={room.settings.allowedDomains}
        readOnly={!mayChange}
        busy={change.isPending}
        onSave={(allowedDomains, onSuccess) => change.mutate({ allowedDomains }, { onSuccess })}
      />
      <LanguageChoice
        legend="Languages of scans"
        hint="Scans are recognized in these languages. Without a choice they are detected."
        chosen={room.settings.ocrLanguages}
        disabled={!mayChange}
        busy={change.isPending}
        onChange={(ocrLanguages) => change.mutate({ ocrLanguages })}
      />
    </Card>
  );
}

interface DomainFormProps {
  domains: readonly string[];
  readOnly: boolean;
  busy: boolean;
  onSave: (domains: string[], onSaved: () => void) => void;
}

const splitDomains = (text: string): string[] => text.split(/[\s,;]+/).flatMap((domain) => domain || []);

/** Keeps what is typed while the text before is saved, and when another manager changes the rules meanwhile. */
function DomainForm({ domains, readOnly, busy, onSave }: DomainFormProps) {
  const { values, set, reset } = useEdits({ domains: domains.join(', ') });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onSave(splitDomains(values.domains), reset);
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <TextField
        label="Allowed email domains"
        hint="Separate them with commas. Everybody but the staff needs an address of one of them, and links must confirm it with a code. Empty allows all."
        placeholder="example.com, example.org"
        autoComplete="off"
        readOnly={readOnly}
        value={values.domains}
        onChange={({ target }) => set('domains', target.value)}
      />
      {!readOnly && (
        <Button type="submit" busy={busy} className="self-start">
          Save Domains
        </Button>
      )}
    </form>
  );
}
