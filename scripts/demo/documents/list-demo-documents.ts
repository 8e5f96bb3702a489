import type { DocumentSet } from '#server/testing/sample-documents/sample-documents.ts';
import { listCommercialDocuments } from './commercial.ts';
import { listCorporateDocuments } from './corporate.ts';
import { listEnvironmentDocuments } from './environment.ts';
import { listFinanceDocuments } from './finance.ts';
import { listIntellectualPropertyDocuments } from './intellectual-property.ts';
import { listLitigationDocuments } from './litigation.ts';
import { listPeopleDocuments } from './people.ts';
import { listPropertyDocuments } from './property.ts';
import { listTechnologyDocuments } from './technology.ts';
import { listTransactionDocuments } from './transaction.ts';

/** Returns the documents of Tarnbrook Instruments, an invented company that is for sale; the same in every run. */
export async function listDemoDocuments(): Promise<DocumentSet> {
  return {
    ...(await listCorporateDocuments()),
    ...(await listTransactionDocuments()),
    ...(await listCommercialDocuments()),
    ...(await listFinanceDocuments()),
    ...(await listPropertyDocuments()),
    ...(await listPeopleDocuments()),
    ...(await listIntellectualPropertyDocuments()),
    ...(await listLitigationDocuments()),
    ...(await listEnvironmentDocuments()),
    ...(await listTechnologyDocuments()),
  };
}
