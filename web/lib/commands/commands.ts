import { useEffect, useId } from 'react';

/** Something that can be done on the screen at hand: by its key, or from the command palette. */
export interface Command {
  label: string;
  /** One key without any other held, unless the user turned such keys off. */
  key?: string;
  run: () => void;
}

const registeredCommands = new Map<string, readonly Command[]>();

/** Offers commands for as long as what calls it is on the screen. */
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
