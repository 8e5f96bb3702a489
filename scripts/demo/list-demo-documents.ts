import type { DocumentSet } from '#server/testing/sample-documents/sample-documents.ts';
import { listBusinessDocuments } from './business-documents.ts';
import { listContractDocuments } from './contract-documents.ts';
import { listCorporateDocuments } from './corporate-documents.ts';
import { listFinanceDocuments } from './finance-documents.ts';

/** What the room of Northwind Bearings holds, a company that is for sale. All of it is invented, and always the same. */
export async function listDemoDocuments(): Promise<DocumentSet> {
  return {
    ...(await listCorporateDocuments()),
    ...(await listContractDocuments()),
    ...(await listFinanceDocuments()),
    ...(await listBusinessDocuments()),
  };
}
