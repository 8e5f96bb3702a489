import { ReadableError } from '#web/lib/errors/readable-error.ts';

interface Edit<Value> {
  /** The stored value when the field was first edited. */
  readonly from: Value;
  readonly to: Value;
}

/** The edited fields of a form by name. */
export type Edits<Values> = { readonly [Name in keyof Values]?: Edit<Values[Name]> };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]; // its own names

/** Edits one field; one that has its first value again is edited no longer. */
export function editField<Values extends object, Name extends keyof Values>(
  stored: Values,
  edits: Edits<Values>,
  name: Name,
  to: Values[Name],
): Edits<Values> {
  const { [name]: edit, ...others } = edits;
  const from = edit ? edit.from : stored[name];
  return isSame(from, to) ? (others as Edits<Values>) : { ...edits, [name]: { from, to } }; // all fields but one
}

/** Returns the edited fields whose values differ from the stored ones. */
export function changedFields<Values extends object>(stored: Values, edits: Edits<Values>): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const name of namesOf(stored)) {
    const edit = edits[name];
    if (edit && !isSame(edit.to, stored[name])) changed[name] = edit.to;
  }
  return changed;
}

/** Returns the values of a form: what was edited, and of all other fields what is stored, also if it changes meanwhile. */
export const applyEdits = <Values extends object>(stored: Values, edits: Edits<Values>): Values => ({
  ...stored,
  ...changedFields(stored, edits),
});

/**
 * Returns the values of a form that differ from those with which it was opened. Only they are saved, so that a form that was
 * opened long ago undoes no change of somebody else.
 */
export function changedSince<Values extends object>(
  opened: Readonly<Partial<Values>>,
  values: Values,
): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const name of namesOf(values)) if (!isSame(values[name], opened[name])) changed[name] = values[name];
  return changed;
}

/** Accepts what is stored now as that from which the fields were edited, so that saving again replaces it. */
export function rebaseEdits<Values extends object>(stored: Values, edits: Edits<Values>): Edits<Values> {
  const changed = changedFields(stored, edits);
  return namesOf(changed).reduce<Edits<Values>>(
    (rebased, name) => editField(stored, rebased, name, { ...stored, ...changed }[name]),
    {},
  );
}

/** Forgets fields that were saved. What was typed in them since is an edit of what is stored `now`. */
export function settleEdits<Values extends object>(
  edits: Edits<Values>,
  sent: Partial<Values>,
  now: Values,
): Edits<Values> {
  const settled: { -readonly [Name in keyof Values]?: Edit<Values[Name]> } = { ...edits };
  for (const name of namesOf(sent)) {
    const edit = settled[name];
    if (edit && isSame(edit.to, sent[name])) delete settled[name];
    else if (edit) settled[name] = { ...edit, from: now[name] };
  }
  return settled;
}

/** Returns the edits among what was kept of a form while its session had ended; of fields that it does not have, none. */
export function readEdits<Values extends object>(stored: Values, kept: unknown): Edits<Values> {
  if (typeof kept !== 'object' || kept === null) return {};
  const isEdit = (edit: unknown) =>
    typeof edit === 'object' && edit !== null && 'from' in edit && 'to' in edit;
  // Fields of this form, with values that they had before.
  return Object.fromEntries(
    Object.entries(kept).filter(([name, edit]) => Object.hasOwn(stored, name) && isEdit(edit)),
  ) as Edits<Values>;
}

/** A form that was not saved, since it would undo what somebody else saved after it was opened. */
export class ChangedMeanwhile<Values extends object> extends ReadableError {
  readonly stored: Values;

  constructor(stored: Values) {
    super(
      'Somebody else changed the same since you opened this page. Save again to replace it, or reload the page to see it.',
    );
    this.stored = stored;
  }
}

/** Throws if an edited field has another stored value than when it was edited. */
export function assertUnchanged<Values extends object>(stored: Values, edits: Edits<Values>): void {
  const isChanged = namesOf(changedFields(stored, edits)).some(
    (name) => !isSame(edits[name]?.from, stored[name]),
  );
  if (isChanged) throw new ChangedMeanwhile(stored);
}
