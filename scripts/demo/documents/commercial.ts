import { type DocumentSet, makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { CUSTOMERS } from '../facts/contracts.ts';
import { listCustomerAgreements, listSupplierAgreements } from './contracts.ts';

export async function listCommercialDocuments(): Promise<DocumentSet> {
  const orders = CUSTOMERS.flatMap(({ name, share }) =>
    [1, 2, 3].map(
      (quarter) => `2026 Q${quarter},${name},${Math.round(share * 134 * (0.9 + quarter * 0.06))}`,
    ),
  );
  return {
    '03 Commercial': [
      makeText(
        'Orders by Customer 2026.csv',
        `Quarter,Customer,Orders in thousand pounds\n${orders.join('\n')}\n`,
      ),
    ],
    '03 Commercial/Customers': await listCustomerAgreements(),
    '03 Commercial/Suppliers': listSupplierAgreements(),
  };
}
