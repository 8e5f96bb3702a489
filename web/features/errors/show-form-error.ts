import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/lib/http/api-error.ts';
import { toastError } from './toast-error.ts';

/** Shows a failed submit as a toast and as messages at the fields that the server names. */
export function showFormError<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  title: string,
  error: Error,
): void {
  toastError(title, error);
  if (!(error instanceof ApiError)) return;
  const names = Object.keys(form.getValues()) as FieldPath<Values>[]; // the form's own field names
  for (const name of names) {
    const message = error.fields[name];
    if (message !== undefined) form.setError(name, { message });
  }
}
