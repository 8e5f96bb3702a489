import { type DocumentSet, makeDocx, makePdf, type SampleDocument } from '../sample-documents.ts';
import { COMPANY, CUSTOMERS, formatEuros, LEASES, SUPPLIERS } from './company.ts';

export async function listContractDocuments(): Promise<DocumentSet> {
  return {
    '02 Contracts/Customers': await Promise.all(CUSTOMERS.map(makeSupplyAgreement)),
    '02 Contracts/Suppliers': SUPPLIERS.map(makePurchaseAgreement),
    '02 Contracts/Leases': await Promise.all(LEASES.map(makeLease)),
    '02 Contracts/Financing': await Promise.all([2021, 2023, 2024, 2025].map(makeLoanAgreement)),
    '02 Contracts/Insurance': await Promise.all(INSURANCE_POLICIES.map(makeInsurancePolicy)),
  };
}

function makeSupplyAgreement(customer: (typeof CUSTOMERS)[number], index: number): Promise<SampleDocument> {
  const { name, city, product, price, notice } = customer;
  return makePdf(`Supply Agreement ${name}.pdf`, [
    {
      heading: `Supply Agreement with ${name}`,
      paragraphs: [
        `Between ${COMPANY} of Bremen, the supplier, and ${name} of ${city}, the buyer.`,
        `The supplier makes and delivers ${product} to the works of ${name} in ${city}.`,
        `The buyer orders at least ${300 + index * 25} pieces in each calendar year.`,
      ],
    },
    {
      heading: 'Prices, Payment and Warranty',
      paragraphs: [
        `The price for ${name} is ${formatEuros(price)} for each piece, delivered duty paid.`,
        `Invoices to ${name} fall due ${30 + (index % 3) * 15} days after their date.`,
        `The supplier warrants the goods for ${24 + (index % 4) * 6} months from delivery. Liability is limited to ${formatEuros(250_000 + index * 50_000)} a year, as insured by the product liability policy in the folder Insurance.`,
      ],
    },
    {
      heading: 'Term, Termination and Change of Control',
      paragraphs: [
        `This agreement begins on 1 January ${2021 + (index % 5)} and runs for five years.`,
        `The notice period of the supply agreement with ${name} is ${notice} months to the end of a quarter.`,
        index % 3 === 0
          ? `If control over the supplier changes, ${name} may end the agreement within sixty days of learning of it.`
          : `A change of control over the supplier gives ${name} no right to end the agreement.`,
      ],
    },
  ]);
}

function makePurchaseAgreement(
  [name, goods, city]: (typeof SUPPLIERS)[number],
  index: number,
): SampleDocument {
  return makeDocx(`Purchase Agreement ${name}.docx`, [
    'Purchase Agreement',
    `${name} of ${city} supplies ${COMPANY} with ${goods}.`,
    `The yearly volume with ${name} is ${formatEuros(420_000 + index * 185_000)}, and a rebate of ${1 + (index % 4)} per cent is due when it is exceeded.`,
    `${name} delivers within ${5 + index} working days of an order. For each day of delay it owes ${formatEuros(400 + index * 50)}.`,
    `Either party may end the agreement with ${name} with a notice of ${2 + (index % 5)} months.`,
    `Quality is governed by the quality assurance agreement QA-${100 + index}, which forms part of this contract.`,
  ]);
}

function makeLease([
  city,
  street,
  what,
  area,
  rent,
  notice,
]: (typeof LEASES)[number]): Promise<SampleDocument> {
  return makePdf(`Lease ${city}.pdf`, [
    {
      heading: `Commercial Lease ${city}`,
      paragraphs: [
        `The landlord lets to ${COMPANY} ${what} at ${street} in ${city}, ${area.toLocaleString('en-US')} square metres in all.`,
        `The monthly rent of the lease in ${city} is ${formatEuros(rent)} and rises with the consumer price index every January.`,
        `A deposit of ${formatEuros(rent * 3)} was paid.`,
      ],
    },
    {
      heading: 'Term and Return',
      paragraphs: [
        `The notice period of the lease in ${city} is ${notice} months to the end of a calendar year.`,
        `Sub-letting in ${city} needs the landlord's written consent. Fixtures are removed by the tenant at its own cost.`,
      ],
    },
  ]);
}

function makeLoanAgreement(year: number, index: number): Promise<SampleDocument> {
  return makePdf(`Loan Agreement ${year}.pdf`, [
    {
      heading: `Loan Agreement of ${year}`,
      paragraphs: [
        `Hansa Kreditbank lends ${COMPANY} ${formatEuros(2_500_000 + index * 1_250_000)} at ${(3.1 + index * 0.4).toFixed(1)} per cent a year.`,
        `The loan of ${year} is repaid by 31 December ${year + 7}, and secured by a charge over the grinding lines in Dresden.`,
        `Covenant of the loan of ${year}: net debt stays below ${(3.5 - index * 0.25).toFixed(2)} times the yearly EBITDA shown in the financial model.`,
        'A sale of more than half of the shares makes the loan due at once, unless the bank agrees.',
      ],
    },
  ]);
}

const INSURANCE_POLICIES = [
  ['Product Liability', 10_000_000, 84_000],
  ['Property', 45_000_000, 131_000],
  ['Business Interruption', 18_000_000, 62_000],
  ['Directors and Officers', 5_000_000, 27_500],
  ['Cyber', 3_000_000, 41_000],
  ['Transport', 2_000_000, 19_800],
] as const;

function makeInsurancePolicy(
  [cover, sum, premium]: (typeof INSURANCE_POLICIES)[number],
  index: number,
): Promise<SampleDocument> {
  return makePdf(`Insurance Policy ${cover}.pdf`, [
    {
      heading: `${cover} Insurance`,
      paragraphs: [
        `Policy number NB-${7310 + index}. The sum insured for ${cover.toLowerCase()} is ${formatEuros(sum)}.`,
        `The yearly premium for ${cover.toLowerCase()} is ${formatEuros(premium)}, with a deductible of ${formatEuros(10_000 + index * 5_000)} for each claim.`,
      ],
    },
  ]);
}
