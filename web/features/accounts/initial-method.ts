import type { Preferences } from '#shared/contracts/preferences.ts';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';

/**
 * Returns the method that searches begin with: that of the user, or Auto if none was chosen. Earlier versions stored only which
 * method it is, so that one other than the default was chosen.
 */
export const getInitialMethod = ({
  searchMethod,
  searchMethodChosen,
}: Pick<Preferences, 'searchMethod' | 'searchMethodChosen'>): Preferences['searchMethod'] =>
  searchMethodChosen || searchMethod !== DEFAULT_PREFERENCES.searchMethod ? searchMethod : 'auto';
