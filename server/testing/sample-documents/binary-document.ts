import type { Document } from './sample-documents.ts';

/** Bytes under a name whose type the browser does not know, as most of these are. */
export const asUpload = (name: string, buffer: Buffer): Document => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
