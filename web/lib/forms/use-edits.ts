import { useState } from 'react';
import {
  applyEdits,
  changedFields,
  type Edits,
  editField,
  readEdits,
  rebaseEdits,
  settleEdits,
} from './edits.ts';

/**
 * Holds what is edited of the stored values of a form. Fields that are not edited follow what is stored, so that a form that was
 * opened long ago neither shows nor saves what is no longer so.
 */
export function useEdits<Values extends object>(stored: Values) {
  const [edits, setEdits] = useState<Edits<Values>>({});
  const changed = changedFields(stored, edits);
  return {
    edits,
    values: applyEdits(stored, edits),
    changed,
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) =>
      setEdits((current) => editField(stored, current, name, value)),
    /** Forgets what was saved, unless it was edited again meanwhile. */
    reset: () => setEdits((current) => (current === edits ? {} : current)),
    /** Lets the same edits replace what is stored now. */
    rebase: (now: Values) => setEdits((current) => rebaseEdits(now, current)),
    /** Forgets fields that were saved one by one, unless they were edited again meanwhile. */
    settle: (sent: Partial<Values>, now: Values) => setEdits((current) => settleEdits(current, sent, now)),
    /** For `useKeptInput`, in forms without secrets. */
    kept: {
      read: () => (Object.keys(changed).length > 0 ? edits : undefined),
      restore: (input: unknown) => setEdits(readEdits(stored, input)),
    },
  };
}
