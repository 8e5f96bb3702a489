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
  showFieldErrors(form, error);
}

/**
 * Shows the messages of the server at the fields that it names, the first of which gets the focus: a toast is gone in seconds.
 */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: Error): void {
  if (!(error instanceof ApiError)) return;
  const names = Object.keys(form.getValues()) as FieldPath<Values>[]; // the form's own field names
  let isFirst = true;
  for (const name of names) {
    const message = error.fields[name];
    if (message === undefined) continue;
    form.setError(name, { message }, { shouldFocus: isFirst });
    isFirst = false;
  }
}
