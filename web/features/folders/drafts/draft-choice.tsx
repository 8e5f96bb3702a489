import { Checkbox } from '#web/ui/forms/checkbox.tsx';

interface DraftChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Lets the staff of a room keep a move for its publication. */
export function DraftChoice({ checked, onChange }: DraftChoiceProps) {
  return (
    <div className="mt-3">
      <Checkbox
        label="Move as a draft"
        hint="Nobody sees the move before the room is published. Only within the room."
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}
