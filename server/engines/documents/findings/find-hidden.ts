import type { DocumentType } from '../blocks/document-text.ts';
import { detectDocumentType } from '../extraction/detect-document-type.ts';
import { readZipParts } from '../formats/containers/zip-parts.ts';
import type { HiddenFinding } from './finding.ts';

/** Finds what a document contains beside the text that readers see. Rejects for one that cannot be read. */
export async function findHidden(
  claimed: DocumentType,
  bytes: Buffer,
  maxInflated: number,
): Promise<HiddenFinding[]> {
  const type = detectDocumentType(claimed, bytes);
  if (type === 'docx' || type === 'xlsx' || type === 'pptx') {
    const { findHiddenInOffice } = await import('./find-hidden-in-office.ts');
    return findHiddenInOffice(await readZipParts(bytes, maxInflated));
  }
  if (type === 'odt' || type === 'ods' || type === 'odp') {
    const { findHiddenInOpenDocument } = await import('./find-hidden-in-open-document.ts');
    return findHiddenInOpenDocument(await readZipParts(bytes, maxInflated));
  }
  if (type === 'pdf') {
    const { findHiddenInPdf } = await import('./find-hidden-in-pdf.ts');
    return findHiddenInPdf(bytes);
  }
  if (type === 'doc' || type === 'xls' || type === 'ppt') {
    const { findHiddenInCompoundFile } = await import('./find-hidden-in-compound-file.ts');
    return findHiddenInCompoundFile(bytes);
  }
  return [];
}
