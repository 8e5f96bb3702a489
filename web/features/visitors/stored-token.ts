/** Where the browser keeps a visitor's token that was activated on the debug page. */
const KEY = 'visitorToken';

export const readStoredToken = (): string | null => localStorage.getItem(KEY);
export const storeToken = (token: string): void => localStorage.setItem(KEY, token);
export const forgetStoredToken = (): void => localStorage.removeItem(KEY);
