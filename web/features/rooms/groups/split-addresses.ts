/** Splits pasted text into addresses: by commas, semicolons, spaces and lines; `Name <address>` gives the address. */
export const splitAddresses = (text: string): string[] =>
  [...new Set(text.split(/[\s,;]+/).map((part) => part.replace(/^<|>$/g, '')))].filter(
    (part) => part.includes('@') || (part !== '' && !text.includes('<')),
  );
