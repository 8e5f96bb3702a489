import { useEffect, useId } from 'react';

/** An action of the current screen, run by its key or from the command palette. */
export interface Command {
  label: string;
  /** A single key without modifiers; ignored if the user turned single-key shortcuts off. */
  key?: string;
  run: () => void;
}

/** Commands of every page stay behind those of the page, whichever component was mounted first. */
type Scope = 'page' | 'everywhere';

const registeredCommands = new Map<string, { commands: readonly Command[]; scope: Scope }>();

/** Registers commands while the calling component is mounted. */
export function useCommands(commands: readonly Command[], scope: Scope = 'page'): void {
  const id = useId();
  useEffect(() => {
    registeredCommands.set(id, { commands, scope });
  });
  useEffect(
    () => () => {
      registeredCommands.delete(id);
    },
    [id],
  );
}

const listScope = (wanted: Scope): Command[] =>
  [...registeredCommands.values()].flatMap(({ commands, scope }) => (scope === wanted ? commands : []));

export const listPageCommands = (): Command[] => listScope('page');
export const listGlobalCommands = (): Command[] => listScope('everywhere');
/** Returns all commands, those of the page first. */
export const listCommands = (): Command[] => [...listPageCommands(), ...listGlobalCommands()];

export const findCommand = (key: string): Command | undefined =>
  listCommands().find((command) => command.key === key);
