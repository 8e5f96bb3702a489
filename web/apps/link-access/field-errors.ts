import type { CallError } from './access-calls.ts';
import type { Field } from './required-fields.ts';

export const FIELDS: readonly Field[] = ['password', 'email', 'code'];
/** Every input that can show an error. */
export const INPUTS = [...FIELDS, 'accepts', 'typedName'] as const;

/** Finds an element of the page, which contains all that are asked for. */
export const find = (id: string): HTMLElement => document.getElementById(id) as HTMLElement; // as said
export const input = (field: (typeof INPUTS)[number]) => find(field) as HTMLInputElement; // as said

/** Shows the messages of a refusal at their fields, or its own below them. */
export function showErrors(error: CallError): void {
  const shown = INPUTS.filter((field) => !input(field).closest('[hidden]') && error.fields[field]);
  for (const field of shown) {
    find(`${field}-error`).textContent = error.fields[field] ?? '';
    input(field).ariaInvalid = 'true';
  }
  if (shown.length === 0) find('error').textContent = error.message;
  const [first] = shown;
  if (first) input(first).focus();
}

export function clearErrors(): void {
  for (const field of INPUTS) clearError(field);
  find('error').textContent = '';
}

export function clearError(field: (typeof INPUTS)[number]): void {
  find(`${field}-error`).textContent = '';
  input(field).ariaInvalid = null;
}
