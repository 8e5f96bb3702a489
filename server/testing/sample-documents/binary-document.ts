import type { SampleDocument } from './sample-documents.ts';

/** Creates a file of a type that browsers do not know. */
export const makeBinaryDocument = (name: string, buffer: Buffer): SampleDocument => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
