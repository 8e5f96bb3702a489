import type { DocumentType } from '../blocks/document-text.ts';
import { detectDocumentType } from '../extraction/detect-document-type.ts';
import { readZipParts } from '../formats/containers/zip-parts.ts';
import type { HiddenContent, HiddenFinding } from './finding.ts';

/** Finds what a document contains beside the text that readers see. Rejects for one that cannot be read. */
export async function findHidden(
  claimed: DocumentType,
  bytes: Buffer,
  maxInflated: number,
): Promise<HiddenContent> {
  const type = detectDocumentType(claimed, bytes);
  switch (type) {
    case 'docx':
    case 'xlsx':
    case 'pptx': {
      const { findHiddenInOffice } = await import('./find-hidden-in-office.ts');
      const parts = await readZipParts(bytes, maxInflated);
      const findings = findHiddenInOffice(parts);
      if (type !== 'xlsx' || parts.has('xl/workbook.xml')) return { findings, isComplete: true };
      return complete([...findings, ...(await findInBinaryWorkbook(bytes, maxInflated))]);
    }
    case 'odt':
    case 'ods':
    case 'odp': {
      const { findHiddenInOpenDocument } = await import('./find-hidden-in-open-document.ts');
      return complete(findHiddenInOpenDocument(await readZipParts(bytes, maxInflated)));
    }
    case 'pdf': {
      const { findHiddenInPdf } = await import('./find-hidden-in-pdf.ts');
      return findHiddenInPdf(bytes);
    }
    case 'doc':
    case 'xls':
    case 'ppt': {
      const { findHiddenInCompoundFile } = await import('./find-hidden-in-compound-file.ts');
      const properties = findHiddenInCompoundFile(bytes);
      if (type === 'xls') return complete([...properties, ...(await findInOldWorkbook(bytes))]);
      // Comments, changes and notes of these are not read.
      return { findings: properties, isComplete: false };
    }
    case 'xml': {
      const { findHiddenInXml } = await import('./find-hidden-in-xml.ts');
      return findHiddenInXml(bytes);
    }
    case 'rtf':
      return { findings: [], isComplete: false };
    case 'html':
    case 'eml':
    case 'msg':
    case 'txt':
    case 'md':
    case 'csv':
    case 'json':
      return complete([]);
  }
}

const complete = (findings: readonly HiddenFinding[]): HiddenContent => ({ findings, isComplete: true });

async function findInOldWorkbook(bytes: Buffer): Promise<HiddenFinding[]> {
  const { openXls } = await import('../formats/sheet/extract-xls.ts');
  const { findHiddenInWorkbook, WORKBOOK_OPTIONS } = await import('./find-hidden-in-workbook.ts');
  return findHiddenInWorkbook(openXls(bytes, WORKBOOK_OPTIONS));
}

/** Comments of the binary form are in parts of their own. */
const BINARY_PART = /\.(?:xml|rels)$|^xl\/.*\.bin$/;

async function findInBinaryWorkbook(bytes: Buffer, maxInflated: number): Promise<HiddenFinding[]> {
  const { openXlsx } = await import('../formats/sheet/extract-xlsx.ts');
  const { findHiddenInWorkbook, WORKBOOK_OPTIONS } = await import('./find-hidden-in-workbook.ts');
  const parts = await readZipParts(bytes, maxInflated, BINARY_PART);
  return findHiddenInWorkbook(openXlsx(parts, WORKBOOK_OPTIONS));
}
