import {
  type DocumentSet,
  makeDocx,
  makePdf,
  makePptx,
  makeText,
  makeXlsx,
  type SampleDocument,
} from '../sample-documents.ts';
import { makeScannedPdf } from '../scanned-pdf.ts';
import { COMPANY, formatEuros } from './company.ts';
import { listLitigationDocuments } from './litigation-documents.ts';

export async function listBusinessDocuments(): Promise<DocumentSet> {
  return {
    '04 Human Resources': [
      makeText('Headcount.csv', 'Department,People\nProduction,212\nResearch,38\nAdministration,27\n'),
      makeDocx('Works Agreement Shifts.docx', [
        'Works Agreement on Shifts',
        'Night shifts in Dresden end at 5.30 and carry a bonus of 30 per cent. The agreement ends with a notice of six months.',
      ]),
    ],
    '04 Human Resources/Employment Agreements': EMPLOYEES.map(makeEmploymentAgreement),
    '05 Intellectual Property/Patents': await Promise.all(PATENTS.map(makePatent)),
    '05 Intellectual Property': [
      makeText(
        'Trade Marks.csv',
        'Mark,Register,Expires\nNORTHWIND,EUIPO 017442001,2031-03-31\nNB SILENT,EUIPO 018209144,2029-11-30\nPOLARIS,DPMA 302023104,2033-05-31\n',
      ),
    ],
    ...(await listLitigationDocuments()),
    '07 Environment and Permits': [
      ...(await Promise.all(PERMITS.map(makePermit))),
      await makeScannedPdf('Delivery Note 1998 (scan).pdf', [
        'DELIVERY NOTE No. 4471',
        '12 March 1998',
        '',
        'One emission control unit, serial number EC-98-2207',
        'Received in good order, H. Brandt',
      ]),
    ],
    '08 Information Technology': SYSTEMS.map(([system, vendor, cost], index) =>
      makeText(
        `${system}.json`,
        JSON.stringify(
          { system, vendor, yearlyCost: formatEuros(cost), supportEnds: `${2027 + index}-12-31` },
          null,
          2,
        ),
      ),
    ),
    '08 Information Technology/Policies': [
      'Access',
      'Backup',
      'Passwords',
      'Incidents',
      'Data Protection',
    ].map((topic, index) =>
      makeText(
        `Policy ${topic}.md`,
        `# ${topic}\n\nThis policy is reviewed every ${6 + index * 3} months. Whoever finds a breach tells the officer within ${24 + index * 12} hours.\n`,
      ),
    ),
    '09 Sale Process': listSaleDocuments(),
  };
}

function listSaleDocuments(): SampleDocument[] {
  return [
    makePptx('Teaser Project Polaris.pptx', [
      'Project Polaris: a maker of special bearings with a revenue of 117.8 million euros in 2025',
      'Sixteen customers in eleven countries; the largest, Aster Rail, has twelve per cent of the revenue',
    ]),
    makeDocx('Process Letter.docx', [
      'Process Letter, Project Polaris',
      'Indicative offers are due on 15 January 2027 at noon, in euros, for all shares and free of cash and debt.',
      'Management presentations take place in Bremen in February 2027. Exclusivity of six weeks may be granted after that.',
    ]),
    makeXlsx('Questions and Answers.xlsx', [
      ['Number', 'Question', 'Answer', 'Folder'],
      [1, 'Which customers may leave on a change of control?', 'See the supply agreements.', '02 Contracts'],
      [2, 'Are there open tax audits?', 'One, for 2023: transfer prices.', '03 Finance'],
      [3, 'Is the soil in Dresden clean?', 'See the soil report of 2022.', '07 Environment and Permits'],
    ]),
    makeText('Contacts.csv', 'Name,Role\nDana Keller,director\nJonas Brandt,director\nRuth Albers,chair\n'),
    makeText(
      'Timetable.csv',
      'Step,Date\nTeaser,2026-11-02\nIndicative offers,2027-01-15\nSigning,2027-05-28\n',
    ),
  ];
}

const FIRST_NAMES = [
  'Anna',
  'Bela',
  'Carla',
  'David',
  'Emre',
  'Frida',
  'Goran',
  'Hanna',
  'Ivo',
  'Judith',
  'Karim',
];
const LAST_NAMES = [
  'Lindqvist',
  'Marten',
  'Novak',
  'Ortega',
  'Petersen',
  'Quandt',
  'Rossi',
  'Sommer',
  'Thiele',
  'Ulrich',
  'Vogel',
];
const POSITIONS = ['grinding operator', 'design engineer', 'sales manager', 'controller', 'toolmaker'];
const EMPLOYEES = FIRST_NAMES.flatMap((first, index) =>
  [0, 3, 6].map((step) => `${first} ${LAST_NAMES[(index + step) % LAST_NAMES.length]}`),
);

function makeEmploymentAgreement(name: string, index: number): SampleDocument {
  return makeDocx(`Employment Agreement ${name}.docx`, [
    'Employment Agreement',
    `${name} works for ${COMPANY} as ${POSITIONS[index % POSITIONS.length]} since 1 March ${2008 + (index % 15)}.`,
    `The yearly salary of ${name} is ${formatEuros(41_000 + index * 2_150)}, with ${28 + (index % 4)} days of leave.`,
    `The notice period of ${name} is ${1 + (index % 6)} months. After the end ${name} may not work for a competitor for ${index % 3 === 0 ? 12 : 6} months.`,
  ]);
}

const PATENTS = [
  'Silent Cage',
  'Hybrid Raceway',
  'Oil Film Sensor',
  'Split Ring',
  'Ceramic Coating',
  'Seal Lip',
  'Preload Nut',
  'Cooling Groove',
];

function makePatent(title: string, index: number): Promise<SampleDocument> {
  return makePdf(`Patent ${title}.pdf`, [
    {
      heading: `EP ${3_104_200 + index * 1_711}: ${title}`,
      paragraphs: [
        `The invention ${title} concerns a rolling bearing which runs with ${10 + index * 3} per cent less friction.`,
        `The patent ${title} expires on 30 June ${2031 + index}. The inventor is ${EMPLOYEES[index]}.`,
      ],
    },
  ]);
}

const PERMITS = [
  'Emission Permit Dresden',
  'Waste Water Permit Dresden',
  'Building Permit Hall 3',
  'Fire Safety Certificate',
  'Soil Report 2022',
  'ISO 14001 Certificate',
];

function makePermit(title: string, index: number): Promise<SampleDocument> {
  return makePdf(`${title}.pdf`, [
    {
      heading: title,
      paragraphs: [
        title.startsWith('Soil')
          ? 'Chlorinated solvents were found at two metres below Hall 1 in Dresden. The clean-up is estimated at 640,000 euros.'
          : `${title} was granted to ${COMPANY} on 12 May ${2016 + index} and holds until 11 May ${2028 + index}.`,
      ],
    },
  ]);
}

const SYSTEMS = [
  ['Enterprise Resource Planning', 'Hanse Software', 310_000],
  ['Product Data Management', 'Cadmos', 128_000],
  ['Payroll', 'Lohnwerk', 36_000],
  ['Machine Monitoring', 'Sensorik Nord', 74_000],
] as const;
