import {
  type Document,
  makeDocx,
  makePdf,
  makePptx,
  makeText,
  makeXlsx,
} from '../scripts/example-room/documents.ts';
import type { RoomApi } from './room-api.ts';

/** What the room of a company that is for sale holds, by folder; all of it is invented. */
async function listSaleDocuments(): Promise<Record<string, Document[]>> {
  return {
    Contracts: [
      makeDocx('Consultancy Agreement Lindqvist.docx', [
        'Consultancy Agreement',
        'Ms Lindqvist advises the company on its metallurgical laboratory for a fee of 950 euros a day.',
      ]),
      await makeSupplyAgreement(),
    ],
    'Contracts/Leases': [
      await makePdf('Office Lease Hafenstrasse 12.pdf', [
        {
          heading: 'Commercial Lease',
          paragraphs: [
            'The landlord lets to Northwind Bearings GmbH the second and third floor of Hafenstrasse 12 in Bremen, 1,840 square metres in all.',
            'The monthly rent is 21,500 euros and rises with the consumer price index every January.',
          ],
        },
      ]),
    ],
    Corporate: [
      await makePdf('Articles of Association.pdf', [
        {
          heading: 'Articles of Association',
          paragraphs: [
            'The share capital of Northwind Bearings GmbH is 500,000 euros, divided into 500,000 shares of one euro each.',
            'A transfer of shares needs the consent of holders of three quarters of the capital.',
          ],
        },
      ]),
      makeText(
        'Board Minutes.md',
        '# Minutes of the board, 11 June 2026\n\nThe board approves the purchase of a second grinding line for 3.2 million euros.\n',
      ),
    ],
    Finance: [
      makeXlsx('Revenue by Customer.xlsx', [
        ['Customer', 'Revenue 2025'],
        ['Aster Rail', '14,200,000'],
        ['Belmont Wind', '9,750,000'],
      ]),
      makePptx('Budget 2027.pptx', ['Budget 2027: capital expenditure of 6.4 million euros']),
    ],
    'Human Resources': [
      makeText('Headcount.csv', 'Department,People\nProduction,212\nResearch,38\nAdministration,27\n'),
    ],
    Litigation: [
      await makePdf('Statement of Claim.pdf', [
        {
          heading: 'Statement of Claim',
          paragraphs: [
            'Aster Rail claims damages of 780,000 euros for axle bearings delivered in March 2024 that failed before their time.',
          ],
        },
      ]),
    ],
  };
}

export const SUPPLY_AGREEMENT = {
  name: 'Supply Agreement Aster Rail.pdf',
  question: 'How long is the notice period for termination?',
  /** Where the answer stands. */
  page: 3,
  answer:
    'Either party may terminate this agreement with a notice period of nine months to the end of a quarter.',
} as const;

export function makeSupplyAgreement(): Promise<Document> {
  return makePdf(SUPPLY_AGREEMENT.name, [
    {
      heading: 'Supply Agreement',
      paragraphs: [
        'Between Northwind Bearings GmbH of Bremen, the supplier, and Aster Rail AS of Oslo, the buyer.',
        'The supplier makes and delivers axle bearings of the series NB 40 for the trains that the buyer maintains.',
        'The buyer orders by the first day of each month what it needs in the month after the next, and at least four hundred bearings in each calendar year.',
      ],
    },
    {
      heading: 'Prices and Payment',
      paragraphs: [
        'Each bearing costs 1,180 euros, delivered duty paid to the workshop in Drammen.',
        'Invoices fall due thirty days after their date. On late payment the buyer owes interest of eight per cent a year.',
        'The supplier may adapt the price once a year, by no more than the change of the index of producer prices for steel.',
      ],
    },
    {
      heading: 'Term and Termination',
      paragraphs: [
        'This agreement begins on 1 January 2025 and runs for five years.',
        SUPPLY_AGREEMENT.answer,
        'If control over the supplier changes, the buyer may end the agreement at once, within sixty days of learning of the change.',
      ],
    },
    {
      heading: 'Law and Place of Jurisdiction',
      paragraphs: [
        'This agreement is governed by the law of Norway, without its rules on the conflict of laws and without the United Nations sales convention.',
        'Disputes are decided by three arbitrators who sit in Stockholm.',
      ],
    },
  ]);
}

interface SaleRoom {
  contractsId: number;
  agreementId: number;
  fileIds: readonly number[];
}

/** Fills the room of whoever is signed in. */
export async function fillSaleRoom(api: RoomApi): Promise<SaleRoom> {
  const folderIds = new Map<string, number>();
  const fileIds = new Map<string, number>();
  for (const [path, documents] of Object.entries(await listSaleDocuments())) {
    const [name = path, parent] = path.split('/').toReversed();
    const folder = await api.makeFolder(name, parent === undefined ? null : idOf(folderIds, parent));
    folderIds.set(path, folder.id);
    for (const document of documents) {
      const file = await api.upload(document, { folderId: folder.id });
      fileIds.set(file.name, file.id);
    }
  }
  return {
    contractsId: idOf(folderIds, 'Contracts'),
    agreementId: idOf(fileIds, SUPPLY_AGREEMENT.name),
    fileIds: [...fileIds.values()],
  };
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`There is no ${name}`);
  return id;
}
