import type { SampleDocument } from './sample-documents.ts';

/** Bytes under a name whose type the browser does not know, as most of these are. */
export const makeBinaryDocument = (name: string, buffer: Buffer): SampleDocument => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
