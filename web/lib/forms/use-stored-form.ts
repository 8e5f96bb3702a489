import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { changedSince } from './edits.ts';
import { followStored } from './follow-stored.ts';

/**
 * Holds a form of stored values. Fields that are not edited follow what is stored, so that a form that was opened long ago
 * neither shows nor saves what is no longer so.
 */
export function useStoredForm<Values extends FieldValues, Output = Values>(
  stored: Values,
  resolver?: Resolver<Values, unknown, Output>,
) {
  const form = useForm<Values, unknown, Output>({
    ...(resolver && { resolver }),
    defaultValues: stored as DefaultValues<Values>, // all of them
  });
  const followed = useRef(stored);
  useEffect(() => {
    const before = followed.current;
    if (Object.keys(changedSince(before, stored)).length === 0) return;
    followed.current = stored;
    followStored(form, before, stored);
  });
  /** Returns what to call once the present values were saved: they follow what is stored, unless they are edited meanwhile. */
  function holdSent(): () => void {
    const sent = form.getValues();
    return () => followStored(form, sent, followed.current);
  }
  return { form, holdSent };
}
