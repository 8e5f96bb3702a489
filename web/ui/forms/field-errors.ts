import { createContext } from 'react';

interface FieldErrors {
  getMessage: (name: string) => string | undefined;
  /** The box that shows the errors in place of the fields. */
  summaryId: string | undefined;
}

/** How a field learns from its form what is wrong with it. */
export const FieldErrorsContext = createContext<FieldErrors>({
  getMessage: () => undefined,
  summaryId: undefined,
});
