import type { DocumentSet } from '../sample-documents.ts';
import { listBusinessDocuments } from './business-documents.ts';
import { listContractDocuments } from './contract-documents.ts';
import { listCorporateDocuments } from './corporate-documents.ts';
import { listFinanceDocuments } from './finance-documents.ts';

/** Returns 200 files of one or two pages in 21 folders, of eight types; the same in every run. */
export async function listSmallFiles(): Promise<DocumentSet> {
  return {
    ...(await listCorporateDocuments()),
    ...(await listContractDocuments()),
    ...(await listFinanceDocuments()),
    ...(await listBusinessDocuments()),
  };
}
