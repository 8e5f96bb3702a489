import { createContext } from 'react';

interface FieldErrors {
  messageOf: (name: string) => string | undefined;
  /** The box that shows the errors in place of the fields. */
  boxId: string | undefined;
}

/** How a field learns from its form what is wrong with it. */
export const FieldErrorsContext = createContext<FieldErrors>({
  messageOf: () => undefined,
  boxId: undefined,
});
