/** `Share_Purchase-Agreement.v2.pdf` is looked for by its words, and as it stands. */
export const searchableName = (name: string): string =>
  `${name} ${name.replace(/\.[^.]+$/, '').replace(/[_\-.]+/g, ' ')}`;
