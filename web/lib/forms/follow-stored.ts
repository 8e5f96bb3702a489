import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { changedSince } from './edits.ts';

type Followed<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>;

/** Leaves everything but values as it is. */
const KEPT = {
  keepFieldsRef: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
  keepTouched: true,
} as const;

/** Shows the stored values in a form, except in fields that were edited, whose values differ from those in `before`. */
export function followStored<Values extends FieldValues>(
  form: Followed<Values>,
  before: Values,
  stored: Values,
): void {
  const edited = changedSince(before, form.getValues());
  const isEdited = Object.keys(edited).length > 0;
  const names = Object.keys(stored) as Path<Values>[]; // its own names
  // The fields do not change all at once: one that is being edited keeps its cursor.
  if (isEdited) for (const name of names) if (!(name in edited)) form.setValue(name, stored[name]);
  form.reset(stored, { ...KEPT, keepValues: isEdited });
}
