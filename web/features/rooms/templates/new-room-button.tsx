import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { RoomTemplate } from '#shared/contracts/rooms/templates.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { LossGuard } from '#web/ui/overlays/unsaved.ts';
import { splitAddresses } from '../groups/split-addresses.ts';
import { describeTemplate, useCreateNewRoom, useTemplates } from './templates-api.ts';

/** Opens the dialog that creates a room. A page has it once as its primary action. */
export function NewRoomButton({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} icon={Plus} onClick={() => setOpen(true)}>
        New Room
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="New Room">
        <NewRoomForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const STATES = [
  { value: 'preparation', label: 'In preparation', hint: 'Only the staff see the room.' },
  { value: 'open', label: 'Open', hint: 'Everybody with access sees it.' },
] as const;

function NewRoomForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [codeName, setCodeName] = useState('');
  const [managers, setManagers] = useState('');
  const [templateId, setTemplateId] = useState('');
  const [state, setState] = useState<'preparation' | 'open'>('preparation');
  const list = useTemplates();
  const templates = list.data ?? [];
  const { create, isCreating } = useCreateAndOpen(onClose);
  const template = templates.find(({ id }) => String(id) === templateId);
  function onSubmit() {
    create({
      name,
      codeName,
      state,
      managers: splitAddresses(managers),
      ...(template && { templateId: template.id }),
    });
  }
  return (
    <CheckedForm onSubmit={onSubmit} className="flex flex-col gap-4">
      <LossGuard isLost={name + codeName + managers !== ''} />
      <TextField
        label="Name"
        autoComplete="off"
        name="name"
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Code name (optional)"
        hint="The pages and watermarks of links show it in place of the name."
        autoComplete="off"
        maxLength={100}
        value={codeName}
        onChange={({ target }) => setCodeName(target.value)}
      />
      <TextField
        label="Further managers (optional)"
        hint="Email addresses of accounts, separated by commas. You manage the room too."
        autoComplete="off"
        value={managers}
        onChange={({ target }) => setManagers(target.value)}
      />
      <TemplateSelect {...{ templates, template }} onChange={setTemplateId} />
      <FailedList lists={[list]} summary="The templates could not be loaded" />
      <ChoiceCards label="State" value={state} onChange={setState} choices={STATES} />
      <SaveActions label="Create Room" busy={isCreating} onCancel={onClose} />
    </CheckedForm>
  );
}

/** Creates a room, closes the dialog and opens the room. */
function useCreateAndOpen(onClose: () => void) {
  const { mutate, isPending } = useCreateNewRoom();
  const [, navigate] = useLocation();
  const create = (room: Parameters<typeof mutate>[0]) =>
    mutate(room, {
      onSuccess: ({ id }) => {
        onClose();
        navigate(`/folder/${id}`);
      },
    });
  return { create, isCreating: isPending };
}

interface TemplateSelectProps {
  templates: readonly RoomTemplate[];
  /** The one that is chosen. */
  template: RoomTemplate | undefined;
  onChange: (id: string) => void;
}

function TemplateSelect({ templates, template, onChange }: TemplateSelectProps) {
  return (
    <Select
      label="Template"
      hint={
        template
          ? [template.description, describeTemplate(template)].filter(Boolean).join('. ')
          : 'The room begins empty.'
      }
      value={String(template?.id ?? '')}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: 'No template' },
        ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
