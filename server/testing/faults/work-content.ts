import { randomBytes } from 'node:crypto';

const MAX_CONTENT_BYTES = 200_000;

let count = 0;
/** Returns a new name; every fourth file has a text that is indexed. */
export function nextName(): string {
  count += 1;
  return `file ${count}.${count % 4 === 0 ? 'txt' : 'bin'}`;
}
export const newContent = (): Buffer<ArrayBuffer> =>
  Buffer.from(randomBytes(1 + Math.floor(Math.random() * MAX_CONTENT_BYTES)).toString('base64'));

export function formOf(name: string, content: Buffer<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
}
