import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { BIDDERS, DEAL } from '../facts/deal.ts';
import { formatDate, formatMillions } from '../facts/format-facts.ts';
import { type Email, makeEmail } from '../layout/email.ts';

const LENA = 'Lena Finch <l.finch@aldousreeve.example>';
const DANA = 'Dana Keller <d.keller@tarnbrook.example>';
const { corvane, sundvik, pellworth } = BIDDERS;
const addressOf = ({ contact, email }: { contact: string; email: string }): string => `${contact} <${email}>`;

const EMAILS: readonly (Email & { name: string })[] = [
  {
    name: 'Indicative Offer Corvane.eml',
    from: addressOf(corvane),
    to: [LENA],
    sent: '2026-07-24T10:48:00Z',
    subject: `${DEAL.project}: indicative offer`,
    text: `Dear Lena,

${corvane.name} is pleased to submit its indicative offer of ${formatMillions(corvane.offer)} for the enterprise, free of cash and debt, based on an EBITDA of £9.4 million in 2025. The offer assumes that the claim of Meridell is for the account of the sellers.

We would pay from existing cash and need no external finance. Approval of our board was given on 21 July. We expect to need clearance in Germany and Poland.

Our main interest in due diligence is the contract with Meridell, the soil in Kraków and the patent on phase comparison.

Kind regards
${corvane.contact}
General Counsel`,
  },
  {
    name: 'Indicative Offer Sundvik.eml',
    from: addressOf(sundvik),
    to: [LENA],
    sent: '2026-07-23T15:20:00Z',
    subject: `${DEAL.project}: offer of Sundvik Industrier`,
    text: `Dear Lena,

on behalf of ${sundvik.name} I submit an indicative offer of ${formatMillions(sundvik.offer)} for all shares, free of cash and debt. We would keep all sites and move our own service business in Norway into Tarnbrook Norge AS.

The offer is subject to an agreement with Ingrid Solheim on her 20% and to a visit of the works in Kraków.

Best regards
${sundvik.contact}
Head of Strategy`,
  },
  {
    name: 'Indicative Offer Pellworth.eml',
    from: addressOf(pellworth),
    to: [LENA],
    sent: '2026-07-24T08:55:00Z',
    subject: `${DEAL.project}: indicative proposal`,
    text: `Dear Lena,

funds advised by ${pellworth.name} would acquire the company at an enterprise value of ${formatMillions(pellworth.offer)}. Management would be invited to reinvest 20% of its net proceeds. We assume debt of 3.5 times EBITDA, for which two banks have given letters of support.

We ask for a meeting with Priya Anand on cash conversion and on the bonus that falls due on a change of control.

Regards
${pellworth.contact}
Partner`,
  },
  {
    name: 'RE Exclusivity.eml',
    from: LENA,
    to: [DANA, 'Jonas Brandt <j.brandt@tarnbrook.example>'],
    cc: ['Callum Dray <c.dray@ostrevane.example>'],
    sent: '2026-10-29T17:32:00Z',
    subject: 'Re: Exclusivity',
    text: `Dear Dana, dear Jonas,

Corvane has asked again for four weeks of exclusivity and would raise its offer to £96 million in return. My advice is to wait for the final offers of ${formatDate(DEAL.finalOffers)} and then to grant no more than three weeks, as the process letter says.

Sundvik was in the data room every day last week, mostly in the annual reports and the Norwegian lease. Pellworth has read little since the management presentation.

Lena

> On 29 October Dana Keller wrote:
> Do we lose Corvane if we say no? Miriam sounded impatient on the phone.`,
  },
  {
    name: 'Site Visit Krakow.eml',
    from: 'Marta Zielna <m.zielna@tarnbrook.example>',
    to: [LENA],
    cc: [DANA],
    sent: '2026-10-15T07:40:00Z',
    subject: 'Site visit on 14 October',
    text: `Dear Lena,

eleven guests came: five of Corvane, three of Sundvik and three of Pellworth, in separate groups. We showed both lines, the test hall and, on request, bay 3 with the extraction units.

Questions that we could not answer on the spot:
- Corvane: may a third shift start before the permit for waste water is renewed?
- Sundvik: how many employees commute from more than 50 kilometres?
- Pellworth: what would a second calibration rig cost? (My estimate is €420,000.)

Kind regards
Marta`,
  },
];

export const listEmails = (): SampleDocument[] => EMAILS.map(({ name, ...email }) => makeEmail(name, email));
