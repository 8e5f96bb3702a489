/** Loads a part of the index, once. */
export function load(kind: string, number: number): Promise<unknown>;
