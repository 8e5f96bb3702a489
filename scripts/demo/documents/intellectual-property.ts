import {
  type DocumentSet,
  makeText,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { drawPatentFigure } from '../drawing/illustrations.ts';
import { COMPANY, PEOPLE } from '../facts/company.ts';
import { flattenFacts, formatDate } from '../facts/format-facts.ts';
import { PATENTS, TRADE_MARKS } from '../facts/intellectual-property.ts';
import { makeEmail } from '../layout/email.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { makeScannedLetter } from '../layout/scan.ts';
import { makeXlsxDocument } from '../layout/xlsx-document.ts';
import { loadTemplate } from '../texts/load-template.ts';

export async function listIntellectualPropertyDocuments(): Promise<DocumentSet> {
  const [phase, channel] = PATENTS;
  return {
    '07 Intellectual Property': [
      makePatentRegister(),
      await makeTrademarkCertificate(),
      makeInventorEmail(),
      makeText('Open Source Components.csv', OPEN_SOURCE),
    ],
    '07 Intellectual Property/Patents': [await makePatent(phase), await makePatent(channel)],
  };
}

const PATENT_TEXTS: Record<string, { abstract: string; description: string; claims: string }> = {
  phase: {
    abstract:
      'A leak in a pipe is located by recording its noise with two sensors, comparing the phases of both signals in several frequency bands and weighting the bands by their coherence. The position follows from the delay and from the speed of sound, which is estimated from the same signals.',
    description:
      'Known instruments determine the delay from the peak of a correlation function. In pipes of plastic the peak is broad and the position uncertain by several metres. The invention compares phases in bands of 10 to 40 hertz instead. Bands in which the coherence is below 0.3 are left out. The speed of sound is not taken from tables but fitted together with the position, which removes the largest source of error. In trials on 212 leaks in pipes of polyethylene the error was below 0.4 metres in 90% of the cases. In figure 1 the sensors 12 and 14 are fixed to the pipe at the distances d1 and d2 from the leak 20.',
    claims:
      '# Method of locating a leak (20) in a pipe, in which noise is recorded by a first (12) and a second (14) sensor, the phases of the signals are compared in at least four frequency bands, and the position of the leak is determined from a weighted fit of the phase differences.\n# Method according to claim 1, in which the weight of a band is a function of the coherence of the signals in it.\n# Method according to claim 1 or 2, in which the speed of sound is a parameter of the fit.\n# Method according to one of the preceding claims, in which two leaks are assumed if the residual of the fit exceeds a threshold.\n# Instrument with two sensors and a computer that carries out the method of one of the preceding claims.',
  },
  channel: {
    abstract:
      'A flow meter has a measuring channel in which the ultrasonic signal is reflected three times, so that the path is longer than the body of the meter. The reflectors are parts of the body.',
    description:
      'The accuracy of an ultrasonic meter rises with the length of the path. Long bodies, however, do not fit into existing pits. The invention folds the path by reflectors (18, 22) that are milled into the wall of the body in one operation. Deposits are avoided because the reflectors lie in the upper half of the channel and are swept by the flow. The meter keeps accuracy class 1 for 16 years. In figure 1 the transducers 12 and 16 send and receive in turn.',
    claims:
      '# Ultrasonic flow meter with a body of brass, two transducers (12, 16) and at least three reflectors (18, 22), in which the reflectors are formed in the wall of the body and lie in its upper half.\n# Flow meter according to claim 1, in which the surfaces of the reflectors are polished to a roughness below 0.8 micrometres.\n# Flow meter according to claim 1 or 2, in which the channel narrows by 12 to 18% between the first and the last reflector.',
  },
};

const makePatent = (patent: (typeof PATENTS)[number]): Promise<SampleDocument> => {
  const texts = PATENT_TEXTS[patent.key] ?? { abstract: '', description: '', claims: '' };
  return makePdfDocument({
    name: `${patent.number.replace(/^EP ([\d ]+) B1$/, 'Patent EP $1')}.pdf`,
    title: patent.title,
    author: COMPANY.name,
    date: patent.granted || patent.filed,
    text: loadTemplate('patent').replace(
      /\{\{patent\.(abstract|description|claims)\}\}/g,
      (_, key: keyof typeof texts) => texts[key],
    ),
    values: { ...flattenFacts({ company: COMPANY, patent }) },
    figures: { drawing: drawPatentFigure(patent.key) },
    style: { header: ['European patent specification', patent.number] },
  });
};

const makePatentRegister = (): SampleDocument =>
  makeXlsxDocument(
    'Register of Intellectual Property.xlsx',
    [
      {
        name: 'Patents',
        widths: [26, 52, 36, 20, 20],
        frozenRows: 1,
        rows: [
          ['Number', 'Title', 'Inventors', 'Filed', 'Expires'].map((value) => ({
            value,
            style: 'header' as const,
          })),
          ...PATENTS.map(({ number, title, inventors, filed, expires }) =>
            [number, title, inventors, formatDate(filed), formatDate(expires)].map((value) => ({
              value,
              style: 'wrapped' as const,
            })),
          ),
        ],
      },
      {
        name: 'Trade marks',
        widths: [18, 12, 20, 14, 20],
        frozenRows: 1,
        rows: [
          ['Mark', 'Register', 'Number', 'Classes', 'Renewal'].map((value) => ({
            value,
            style: 'header' as const,
          })),
          ...TRADE_MARKS.map(({ mark, register, number, classes, renewal }) =>
            [mark, register, number, classes, formatDate(renewal)].map((value) => ({
              value,
              style: 'text' as const,
            })),
          ),
        ],
      },
    ],
    { title: 'Register of intellectual property', author: COMPANY.name, date: '2026-08-27' },
  );

const makeTrademarkCertificate = (): Promise<SampleDocument> =>
  makeScannedLetter('Trade Mark Certificate TIDEHUB (scan).pdf', {
    letterhead: drawLetterhead('Trade Marks Registry', 'Certificate of registration', '#3b3b6d'),
    recipient: [COMPANY.name, 'Bristol'],
    reference: TRADE_MARKS[3].number,
    date: '28 January 2021',
    subject: 'REGISTRATION OF THE TRADE MARK TIDEHUB',
    paragraphs: [
      `The mark TIDEHUB has been registered in the name of ${COMPANY.name} for classes 9, 38 and 42 as of the date of filing, 28 January 2021.`,
      `The registration is valid until ${formatDate(TRADE_MARKS[3].renewal)} and may be renewed for further periods of ten years.`,
    ],
    signer: 'D. Lanyon',
    role: 'Registrar',
  });

const makeInventorEmail = (): SampleDocument =>
  makeEmail('Dr Weil on Phase Comparison.eml', {
    from: 'Tomas Weil <tomas@weil-acoustics.example>',
    to: ['Jonas Brandt <j.brandt@tarnbrook.example>'],
    sent: '2026-06-11T16:42:00Z',
    subject: 'Re: Assignment of phase comparison patent',
    text: `Dear Jonas,

thank you for the draft assignment. As I said on the phone, my consultancy agreement of 2016 says nothing about inventions, and the idea of fitting the speed of sound together with the position was mine.

I am willing to assign all my rights in EP 3 771 204 B1 for a single payment of £180,000, free of tax deductions. I have not licensed them to anybody else and will not do so before the end of the year.

Kind regards
Tomas

> On 9 June 2026 ${PEOPLE.cto.name} wrote:
> Dear Tomas, please find attached the assignment that we discussed. It confirms
> that the Company owns the patent alone. We would pay £60,000 on signature.`,
  });

const OPEN_SOURCE = `Component,Version,License,Used in,Linked
fast-json-lines,4.2.0,MIT,TideHub,dynamic
tidal-charts,2.11.3,Apache-2.0,TideHub,dynamic
littlefs-port,1.8.1,BSD-3-Clause,radio module,static
mqtt-lean,0.9.7,EPL-2.0,gateway,dynamic
signal-kit,3.3.0,LGPL-2.1,EchoTrace,dynamic
`;
