import { createRandom, type Random } from './random.ts';

const SURNAMES =
  'Abel Bergmann Castell Dorner Ellery Farrow Gentile Hollis Iversen Jarvis Keller Lindqvist Marlowe Nyberg Okafor Pereira Quist Renard Sandoval Thorne Ullrich Varga Whitlock Yamada Zeller'.split(
    ' ',
  );
const TRADES =
  'Analytics Brewing Capital Diagnostics Energy Foods Glass Holdings Imaging Jewellery Kinetics Logistics Marine Networks Optics Pharma Quarries Robotics Shipping Textiles Utilities Ventures Water Xenon Yachts'.split(
    ' ',
  );
const PLACES = 'London Hamburg Zurich Lisbon Toronto Chicago Dublin Madrid Oslo Vienna Prague Boston'.split(
  ' ',
);
const KINDS =
  'Supply Licence Lease Consultancy Distribution Employment Loan Service Shareholder Maintenance'.split(' ');
const GOODS =
  'turbines reagents pallets barrels servers vessels lenses sensors looms valves cranes crates'.split(' ');

/** Clauses as contracts have them; a word in braces is filled in anew each time. */
const CLAUSES = [
  'This {kind} Agreement is made on {date} between {party}, a company registered in {place} under number {code}, and {party}, whose registered office is in {place}.',
  'Either party may terminate this Agreement by giving not less than {number} days’ written notice to the other; termination does not affect rights that have accrued before it takes effect.',
  'The Supplier shall deliver {number} {goods} to the Buyer’s warehouse in {place} no later than {date}; risk passes on delivery and title on payment of the purchase price of EUR {amount}.',
  'Each party shall keep confidential all information that the other discloses in connection with this Agreement and shall not, without prior written consent, disclose it to any third party for {number} years.',
  'The Tenant shall pay a monthly rent of EUR {amount} in advance on the first business day of each month; late payments bear interest at {number} per cent above the base rate until paid.',
  'The liability of {party} arising out of or in connection with this Agreement, whether in contract, tort or otherwise, is limited to EUR {amount} in the aggregate, save for fraud or wilful misconduct.',
  'This Agreement and any dispute or claim arising out of it are governed by the law of the courts of {place}, which have exclusive jurisdiction; {party} appoints {name} as its agent for service.',
  'The Licensee may use the Software on up to {number} workstations at {place}; it shall not copy, decompile or sublicense it except as clause {clause} expressly permits.',
  'Neither party may assign, transfer or charge its rights under this Agreement without the consent of the other, which shall not be unreasonably withheld, as set out in Schedule {clause}.',
  '{name}, as Managing Director of {party}, warrants that the accounts as at {date} give a true and fair view and that no litigation with a value above EUR {amount} is pending or threatened.',
  'The Insurer shall indemnify the Insured against loss of or damage to the {goods} in transit between {place} and {place}, up to EUR {amount} for any one event, policy number {code}.',
  'The Borrower shall repay the Loan in {number} equal instalments of EUR {amount} beginning on {date}; an Event of Default under clause {clause} makes all outstanding amounts due at once.',
];

const QUESTIONS = [
  'How many days notice to terminate the agreement with {party}?',
  'What is the liability of {party} limited to?',
  'monthly rent of the tenant in {place} and interest on late payments',
  'Who is the managing director of {party}?',
  'purchase price of the {goods} delivered to {place}',
  'Which law governs the {kind} agreement of {party}?',
  '{code}',
  'repayment of the loan in instalments, event of default clause {clause}',
  'May the licensee of {party} sublicense the software?',
  'insurance of {goods} in transit between {place} and {place}',
];

const padded = (value: number): string => String(value).padStart(2, '0');

function fill(template: string, random: Random): string {
  const party = () =>
    `${random.pick(SURNAMES)} ${random.pick(TRADES)} ${random.pick(['Ltd', 'GmbH', 'SA', 'Inc'])}`;
  const fillers: Record<string, () => string> = {
    kind: () => random.pick(KINDS),
    party,
    place: () => random.pick(PLACES),
    goods: () => random.pick(GOODS),
    name: () => `${random.pick(SURNAMES)} ${random.pick(SURNAMES)}`,
    date: () =>
      `20${padded(random.below(26))}-${padded(1 + random.below(12))}-${padded(1 + random.below(28))}`,
    code: () => `${random.pick(['HRB', 'EX', 'PO', 'INV'])}-${1000 + random.below(90_000)}`,
    number: () => String(1 + random.below(180)),
    amount: () => (1000 * (1 + random.below(9_000))).toLocaleString('en'),
    clause: () => `${1 + random.below(20)}.${1 + random.below(9)}`,
  };
  return template.replace(/\{(\w+)\}/g, (_slot, name: string) => fillers[name]?.() ?? '');
}

/** Contracts and the questions that people ask of them, the same in every run: passages of some 500 characters. */
export function createContracts(seed: number): {
  title(): string;
  passage(): string;
  question(): string;
} {
  const random = createRandom(seed);
  const clause = () => `${random.below(30)}.${random.below(9)} ${fill(random.pick(CLAUSES), random)}`;
  return {
    title: () => fill('{kind} Agreement {party} {date}', random),
    passage: () => [clause(), clause(), clause()].join(' ').slice(0, 560),
    question: () => fill(random.pick(QUESTIONS), random),
  };
}
