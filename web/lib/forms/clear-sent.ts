/** Empties a field whose text was sent, unless something else was typed meanwhile. */
export const clearSent =
  (sent: string) =>
  (typed: string): string =>
    typed.trim() === sent.trim() ? '' : typed;
