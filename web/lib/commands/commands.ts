import { useEffect, useId } from 'react';

/** An action of the current screen, run by its key or from the command palette. */
export interface Command {
  label: string;
  /** A single key without modifiers; ignored if the user turned single-key shortcuts off. */
  key?: string;
  run: () => void;
}

const registeredCommands = new Map<string, readonly Command[]>();

/** Registers commands while the calling component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId();
  useEffect(() => {
    registeredCommands.set(id, commands);
  });
  useEffect(
    () => () => {
      registeredCommands.delete(id);
    },
    [id],
  );
}

export const listCommands = (): Command[] => [...registeredCommands.values()].flat();

export const findCommand = (key: string): Command | undefined =>
  listCommands().find((command) => command.key === key);
