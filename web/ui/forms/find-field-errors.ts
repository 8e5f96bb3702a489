/** A control with what it says about its own value. */
export interface CheckedControl {
  readonly name: string;
  readonly value: string;
  readonly type: string;
  readonly required?: boolean;
  readonly min?: string;
  readonly max?: string;
  /** False for what cannot be changed. */
  readonly willValidate: boolean;
  readonly validity: Pick<ValidityState, 'valid'>;
  readonly labels: Iterable<{ readonly textContent: string | null }> | null;
}

/**
 * Returns the messages of the controls whose values are refused, by name and in their order. `messages` replaces those that
 * follow from the label.
 */
export function findFieldErrors(
  controls: Iterable<CheckedControl>,
  messages: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const control of controls) {
    const { name, value, type, required, willValidate, validity } = control;
    if (name === '' || !willValidate) continue;
    const isMissing = required === true && (value.trim() === '' || (type === 'checkbox' && !validity.valid));
    if (validity.valid && !isMissing) continue;
    errors[name] = isMissing
      ? (messages[name] ?? describeMissing(control))
      : describeRefused(control, messages);
  }
  return errors;
}

function describeMissing(control: CheckedControl): string {
  const [label] = control.labels ?? [];
  return control.type === 'number' ? describeRange(control) : `${label?.textContent ?? 'This'} is required`;
}

function describeRefused(control: CheckedControl, messages: Readonly<Record<string, string>>): string {
  const { type, name } = control;
  if (type === 'number') return describeRange(control);
  if (type === 'date') return 'Enter a whole date';
  if (type === 'datetime-local') return 'Enter a date and a time';
  return messages[name] ?? 'Enter a valid value';
}

const describeRange = ({ min, max }: CheckedControl): string =>
  min && max ? `Enter a number from ${min} to ${max}` : 'Enter a number';
