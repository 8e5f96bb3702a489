import { type DocumentSet, makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { PRODUCTS } from '../facts/company.ts';
import { CUSTOMERS } from '../facts/contracts.ts';
import { DEAL } from '../facts/deal.ts';
import { COMMON_VALUES } from '../facts/format-facts.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { loadTemplate } from '../texts/load-template.ts';

const LIST_PRICE = PRODUCTS[0].price;

/** Returns the documents of the clean team room, by folder: what only some people of a competing bidder may read. */
export async function listCleanTeamDocuments(): Promise<DocumentSet> {
  return {
    Protocol: [
      await makePdfDocument({
        name: 'Clean Team Protocol.pdf',
        title: `${DEAL.project}: clean team protocol`,
        author: DEAL.sellersLawyers,
        date: '2026-10-19',
        text: loadTemplate('clean-team-protocol'),
        values: COMMON_VALUES,
        style: { typeface: 'serif', header: [DEAL.project, 'Clean team only'], lineHeight: 1.5 },
        letterhead: drawLetterhead(DEAL.sellersLawyers, 'Solicitors  |  19 October 2026', '#37415c'),
      }),
    ],
    Prices: [
      makeText('Net Prices by Customer 2026.csv', listPrices()),
      makeText(
        'Discount Rules.md',
        `# Discount rules\n\nThe list price of ${PRODUCTS[0].name} is £${LIST_PRICE}. Sales may grant 8%, the head of sales 15%. More needs the consent of the Chief Financial Officer, who gave it for two customers in 2026.\n\nA rebate on volume is credited in January. It replaces a discount and is not added to it.\n`,
      ),
    ],
    Customers: [makeText('Renewals 2026 to 2028.csv', listRenewals())],
    Costs: [makeText('Cost of a Flow Meter 2026.csv', COSTS)],
    Technology: [
      makeText(
        'Firmware Overview.md',
        '# Firmware overview\n\nThe firmware of the flow meters has 61,000 lines of C in 14 modules. The measuring core is covered by patents and is kept in a repository of its own, to which nine engineers have access.\n\n| Module | Lines | Covered by tests |\n| --- | --- | --- |\n| Measuring core | 18,400 | 91% |\n| Radio | 12,900 | 74% |\n| Power | 6,100 | 82% |\n| Diagnosis | 9,700 | 68% |\n',
      ),
    ],
  };
}

/** Documents that were added since the groups exist, and wait to be published. */
export const listLateCleanTeamDocuments = (): DocumentSet => ({
  Prices: [makeText('Price Increase January 2027.md', describePriceIncrease())],
  Costs: [
    makeText(
      'Supplier Quotes 2027.csv',
      'Part,Quote (£),Change against 2026,Valid until\nTransducer pair,31.40,+2.1%,2027-03-31\nBattery,6.90,-1.4%,2027-06-30\nHousing,11.20,+0.8%,2027-03-31\n',
    ),
  ],
});

function listPrices(): string {
  const rows = CUSTOMERS.map(({ name, share }, at) => {
    const discount = Math.min(24, Math.round(share) + (at % 3) * 2);
    return [name, LIST_PRICE, `${discount}%`, (LIST_PRICE * (1 - discount / 100)).toFixed(2)].join(',');
  });
  return `Customer,List price (£),Discount,Net price (£)\n${rows.join('\n')}\n`;
}

function listRenewals(): string {
  const rows = CUSTOMERS.map(({ name, until, noticeMonths, share }) =>
    [name, until, noticeMonths, share > 10 ? 'talks have begun' : 'not begun'].join(','),
  );
  return `Customer,Agreement ends,Notice (months),Renewal\n${rows.join('\n')}\n`;
}

const COSTS = `Part,Cost (£),Share
Transducer pair,30.75,21%
Electronics,41.20,28%
Housing,11.11,8%
Battery,7.00,5%
Assembly,33.90,23%
Calibration,22.04,15%
`;

function describePriceIncrease(): string {
  return `# Price increase of January 2027\n\nThe list price of ${PRODUCTS[0].name} rises by 3.5% on 1 January 2027, that of ${PRODUCTS[1].name} by 2%. Customers were told on 16 November 2026.\n`;
}
