import { createContext } from 'react';

interface FieldErrors {
  getMessage: (name: string) => string | undefined;
  /** The id of the box that shows the errors, if the fields do not show their own. */
  summaryId: string | undefined;
}

/** Passes the errors of a form to its fields. */
export const FieldErrorsContext = createContext<FieldErrors>({
  getMessage: () => undefined,
  summaryId: undefined,
});
