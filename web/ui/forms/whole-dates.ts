import type { BaseSyntheticEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { type CheckedControl, findFieldErrors } from './find-field-errors.ts';

type SubmittedForm<Values extends FieldValues, Output> = Pick<
  UseFormReturn<Values, unknown, Output>,
  'handleSubmit' | 'setError'
>;

/**
 * Returns the handler that submits a form unless a date in it is typed in part. Such a date has the value of a blank one, so that
 * a schema cannot tell them apart.
 */
export const submitWholeDates =
  <Values extends FieldValues, Output>(
    form: SubmittedForm<Values, Output>,
    onSubmit: (values: Output) => void | Promise<void>,
  ) =>
  (event: BaseSyntheticEvent<object, HTMLFormElement>): Promise<void> => {
    const controls = Array.from(event.currentTarget.elements) as unknown as CheckedControl[]; // buttons among them have no name
    const mark = () => markIncompleteDates(form, controls);
    return form.handleSubmit((values) => (mark() ? undefined : onSubmit(values)), mark)(event);
  };

/** Marks the dates that are typed in part, and focuses the first. Returns false without any. */
function markIncompleteDates<Values extends FieldValues, Output>(
  { setError }: SubmittedForm<Values, Output>,
  controls: readonly CheckedControl[],
): boolean {
  const blank = controls.filter(
    ({ type, value, required }) => type.startsWith('date') && value === '' && !required,
  );
  const errors = Object.entries(findFieldErrors(blank));
  for (const [at, [name, message]] of errors.entries())
    setError(name as Path<Values>, { type: 'incomplete', message }, { shouldFocus: at === 0 }); // the name of its field
  return errors.length > 0;
}
