/** Returns the words of a question and the numbers of the documents that contain all of them, best first. */
export function findDocuments(
  start: unknown,
  question: string,
): Promise<{ words: string[]; found: number[] }>;
