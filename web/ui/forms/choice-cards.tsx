import { clsx } from 'clsx';
import { useId } from 'react';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Says in a few words what follows from the choice. */
  hint: string;
}

interface ChoiceCardsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly Choice<Value>[];
}

/** Radio buttons as cards beside each other, for a choice whose options need a word of explanation. */
export function ChoiceCards<Value extends string>({
  label,
  value,
  onChange,
  choices,
}: ChoiceCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'flex cursor-pointer items-start gap-2 rounded-md border p-2.5',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
              choice.value === value ? 'border-accent-ink bg-selected' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-describedby={`${id}-${choice.value}`}
              aria-label={choice.label}
              className="mt-1 size-3.5 shrink-0 outline-none"
            />
            <span className="min-w-0">
              <span className="block font-medium">{choice.label}</span>
              <span id={`${id}-${choice.value}`} className="block text-ink-muted text-xs">
                {choice.hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
