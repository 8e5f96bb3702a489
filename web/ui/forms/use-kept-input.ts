import { type RefObject, useEffect, useState } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useFormState } from 'react-hook-form';
import { useStableCallback } from '../lists/stable-callback.ts';
import { takeInput, watchInput } from './kept-input.ts';

interface KeptInputOptions {
  /** Names the form on its page; `undefined` keeps nothing. */
  form: string | undefined;
  /** Returns what was entered, as JSON and without secrets; `undefined` where nothing would be lost. */
  read: () => unknown;
  restore: (input: unknown) => void;
}

/**
 * Keeps the input of a form if the session ends, and restores it where the form is shown again after the same person has signed
 * in. Returns true once something was restored.
 */
export function useKeptInput({ form, read, restore }: KeptInputOptions): boolean {
  const [wasRestored, setRestored] = useState(false);
  const readNow = useStableCallback(read);
  const restoreNow = useStableCallback(restore);
  useEffect(() => {
    if (form === undefined) return;
    const input = takeInput(form);
    if (input !== undefined) {
      restoreNow(input);
      setRestored(true);
    }
    return watchInput(form, readNow);
  }, [form, readNow, restoreNow]);
  return wasRestored;
}

/** Keeps the changed fields of a form of react-hook-form, except passwords, codes and files. */
export function useKeptForm<Values extends FieldValues, Output>(
  name: string | undefined,
  form: UseFormReturn<Values, unknown, Output>,
  element: RefObject<HTMLFormElement | null>,
): boolean {
  const { defaultValues } = useFormState({ control: form.control });
  return useKeptInput({
    form: name,
    read: () => {
      const secrets = listSecrets(element.current);
      const changed = Object.entries(form.getValues()).filter(
        ([name, value]) =>
          !secrets.has(name) &&
          // Also where its field is not shown at present.
          !/password/i.test(name) &&
          !isFile(value) &&
          !isSame(value, defaultValues?.[name]),
      );
      return changed.length > 0 ? Object.fromEntries(changed) : undefined;
    },
    restore: (input) => {
      if (typeof input !== 'object' || input === null) return;
      const names = Object.keys(form.getValues());
      // One of the form's own names, with a value that it had before.
      for (const [name, value] of Object.entries(input))
        if (names.includes(name)) form.setValue(name as Path<Values>, value, { shouldDirty: true });
    },
  });
}

/** Returns the names of the fields that are never stored. */
export function listSecrets(form: Pick<HTMLFormElement, 'elements'> | null): ReadonlySet<string> {
  const secrets = new Set<string>();
  // A password that is shown is a text field; its `autocomplete` stays.
  for (const control of form?.elements ?? [])
    if (
      control instanceof HTMLInputElement &&
      (/^(?:password|file)$/.test(control.type) || /password|one-time-code/.test(control.autocomplete))
    )
      secrets.add(control.name.split('.')[0] ?? control.name);
  return secrets;
}

const isFile = (value: unknown): boolean =>
  value instanceof Blob || (Array.isArray(value) && value.some((each) => each instanceof Blob));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
