import { listBusinessDocuments } from './business-documents.ts';
import { listContracts } from './contract-documents.ts';
import { listCorporateDocuments } from './corporate-documents.ts';
import type { Shelf } from '#server/testing/sample-documents/sample-documents.ts';
import { listFigures } from './finance-documents.ts';

/** What the room of Northwind Bearings holds, a company that is for sale. All of it is invented, and always the same. */
export async function listRoomContent(): Promise<Shelf> {
  return {
    ...(await listCorporateDocuments()),
    ...(await listContracts()),
    ...(await listFigures()),
    ...(await listBusinessDocuments()),
  };
}
