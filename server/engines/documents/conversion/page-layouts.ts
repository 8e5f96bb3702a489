import type { BlobStore } from '#server/engines/storage/object-storage.ts';
import type { DocumentSource, PageLayout } from '../document-source.ts';
import { documentTypeOfExtension } from '../extraction/detect-document-type.ts';
import { isSpreadsheetType } from '../formats/sheet/spreadsheet-types.ts';
import type { ConversionCache } from './conversion-cache.ts';
import type { TargetFormat } from './document-converter.ts';

/** A document in the form that is rendered. */
interface LaidOutDocument extends DocumentSource {
  /** There is a program for documents of its type, which may have failed on this one. */
  readonly isConvertible: boolean;
}

/**
 * Chooses the form in which documents are rendered. The key of a document names the form, so that pages of two forms never mix.
 */
export interface PageLayouts {
  /** Returns the key of the document in the form that is preferred, or of the layout asked for; converts nothing. */
  keyOf(document: DocumentSource): Promise<string>;
  /**
   * Returns the document to render; undefined if it cannot have the layout asked for. Without a certain layout it is converted if
   * that takes seconds, or in any case if `isPatient`, and otherwise laid out from its text.
   */
  layOut(document: DocumentSource, options?: { isPatient: boolean }): Promise<LaidOutDocument | undefined>;
}

export function createPageLayouts(
  conversions: ConversionCache,
  temporaryStore: Pick<BlobStore, 'open'>,
): PageLayouts {
  async function formOf({ type }: DocumentSource): Promise<TargetFormat | undefined> {
    // Printed pages would divide the columns of a sheet; our own renderer draws it as a table.
    if (isSpreadsheetType(documentTypeOfExtension(type))) return undefined;
    return conversions.targetFormatOf(type);
  }

  return {
    async keyOf(document) {
      const form = await formOf(document);
      if (form === undefined) return document.key;
      return keyAs(document, form === 'pdf' ? (document.layout ?? form) : form);
    },
    async layOut(document, { isPatient } = { isPatient: false }) {
      const form = await formOf(document);
      const isRequired = document.layout === 'pdf';
      if (form === undefined) return isRequired ? undefined : { ...document, isConvertible: false };
      const isFromText = form === 'pdf' && document.layout === 'text';
      const blob = isFromText
        ? undefined
        : await conversions.convert(document, { isPatient: isPatient || isRequired });
      if (!blob && isRequired) return undefined;
      const layout: PageLayout | undefined = form === 'pdf' ? (blob ? 'pdf' : 'text') : undefined;
      return {
        ...document,
        layout,
        isConvertible: true,
        ...(layout && { key: keyAs(document, layout) }),
        ...(blob && { key: keyAs(document, form), type: form, bytes: () => temporaryStore.open(blob) }),
      };
    },
  };
}

const keyAs = ({ key }: DocumentSource, form: TargetFormat | PageLayout): string => `${key} as ${form}`;
