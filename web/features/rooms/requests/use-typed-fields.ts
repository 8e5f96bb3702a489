import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { useKeptInput } from '#web/ui/forms/use-kept-input.ts';
import type { RequestChanges } from './api.ts';
import {
  bodyOf,
  changesOf,
  findConflicts,
  findProblem,
  type TypedName,
  type TypedTexts,
  textsOf,
} from './typed-request.ts';

/** Saves changes of the request, and returns it as it is stored then. */
type Save = (body: RequestChanges) => Promise<RoomRequest>;

/**
 * Holds the typed fields of a request, which follow what others save unless they are edited. What is typed is saved when the
 * field is left, also by closing the drawer, which removes the field without leaving it; but never over a change of
 * somebody else that came after it was edited, unless `replace` is called.
 */
export function useTypedFields(request: RoomRequest, save: Save) {
  const stored = textsOf(request);
  const { values, edits, settle, set, rebase, kept } = useEdits(stored);
  const [isDayRefused, setDayRefused] = useState(false);
  const [left, setLeft] = useState<readonly TypedName[]>([]);
  const { sent, send } = useSending(save, settle);
  const wasRestored = useKeptInput({ form: `request-${request.id}`, ...kept });
  const changes = changesOf(stored, edits, isDayRefused);
  const conflicts = findConflicts(stored, edits, changes, sent);
  const problemOf = (name: TypedName) => findProblem(name, values[name], isDayRefused);
  const saveTyped = () => send(changes, values, conflicts);
  const saveOnClose = useEffectEvent(saveTyped);
  useEffect(() => () => saveOnClose(), []);
  return {
    conflicts,
    wasRestored: wasRestored && Object.keys(changes).length > 0,
    getMessage: (name: string) => left.filter((each) => each === name).map(problemOf)[0],
    /** Saves what was typed over what somebody else saved. */
    replace() {
      rebase(stored);
      send(changes, values, []);
    },
    /** Drops what was typed for what somebody else saved. */
    drop: () => settle(Object.fromEntries(conflicts.map((name) => [name, values[name]])), stored),
    field: (name: TypedName) => ({
      name,
      value: values[name],
      onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
        set(name, target.value);
        if (name === 'dueAt') setDayRefused(!target.validity.valid);
        if (problemOf(name) === undefined) setLeft(left.filter((each) => each !== name));
      },
      onBlur() {
        setLeft([...left, name]);
        saveTyped();
      },
    }),
  };
}

/** Sends changed fields, each value once at a time; what could not be saved is sent again with the next. */
function useSending(save: Save, settle: (sent: Partial<TypedTexts>, now: TypedTexts) => void) {
  const [sent, setSent] = useState<Partial<TypedTexts>>({});
  const pending = useRef<Partial<TypedTexts>>({});
  const setPending = (next: Partial<TypedTexts>) => {
    pending.current = next;
    setSent(next);
  };
  function send(changes: Partial<TypedTexts>, values: TypedTexts, held: readonly TypedName[]): void {
    const names = namesOf(changes).filter(
      (name) => !held.includes(name) && pending.current[name] !== changes[name],
    );
    if (names.length === 0) return;
    setPending({ ...pending.current, ...pick(changes, names) });
    const end = () => {
      const isOver = (name: TypedName) => names.includes(name) && pending.current[name] === changes[name];
      setPending(
        pick(
          pending.current,
          namesOf(pending.current).filter((name) => !isOver(name)),
        ),
      );
    };
    save(bodyOf(pick(changes, names))).then((saved) => {
      settle(pick(values, names), textsOf(saved));
      end();
      // A failed call was reported by its mutation. It is tried again with what is typed next, or when the drawer is closed.
    }, end);
  }
  return { sent, send };
}

const namesOf = (texts: Partial<TypedTexts>) => Object.keys(texts) as TypedName[]; // their own names

const pick = (texts: Partial<TypedTexts>, names: readonly TypedName[]): Partial<TypedTexts> =>
  Object.fromEntries(names.map((name) => [name, texts[name]]));
