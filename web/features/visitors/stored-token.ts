/** Storage key of the visitor token that was activated on the debug page. */
const KEY = 'visitorToken';

export const getStoredToken = (): string | null => localStorage.getItem(KEY);
export const storeToken = (token: string): void => localStorage.setItem(KEY, token);
export const clearStoredToken = (): void => localStorage.removeItem(KEY);
