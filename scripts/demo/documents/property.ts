import {
  type DocumentSet,
  type SampleDocument,
  toSampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { drawOnCanvas } from '../drawing/draw-on-canvas.ts';
import { drawFloorPlan, drawSitePlan } from '../drawing/plans.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { makeScannedLetter } from '../layout/scan.ts';
import { listLeases } from './contracts.ts';

export async function listPropertyDocuments(): Promise<DocumentSet> {
  return {
    '05 Real Estate': [await makeFloorPlan(), makeSitePlan(), await makeLandlordLetter()],
    '05 Real Estate/Leases': await listLeases(),
  };
}

const makeFloorPlan = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Floor Plan Bristol.pdf',
    title: 'Floor plan of Wharf House, second floor',
    author: 'Brayle Architects',
    date: '2024-03-04',
    text: '= Wharf House, second floor\n@figure plan\nThe areas are net internal areas. The retention tank of the calibration rig lies below the yard and holds 90 cubic metres.',
    values: {},
    figures: { plan: drawFloorPlan() },
    style: { typeface: 'sans', margin: 46, header: ['Brayle Architects', 'Drawing 217-02 C'] },
  });

const makeSitePlan = (): SampleDocument =>
  toSampleDocument('Site Plan Kraków.png', drawOnCanvas(drawSitePlan(), 3).toBuffer('image/png'));

const makeLandlordLetter = (): Promise<SampleDocument> =>
  makeScannedLetter('Letter of Elbhof Grundbesitz (scan).pdf', {
    letterhead: drawLetterhead('Elbhof Grundbesitz GmbH', 'Deichtorstieg 3, Hamburg', '#33507a'),
    recipient: ['Tarnbrook Messtechnik GmbH', 'Birgit Lorenzen', 'Speicherweg 4', 'Hamburg'],
    reference: 'SW4/2026-19',
    date: '6 October 2026',
    subject: 'Lease of Speicherweg 4: change in the shares of your parent company',
    paragraphs: [
      'Thank you for your letter of 28 September, in which you told us that the shares of your parent company are to be sold.',
      'Under the lease our consent is required. We shall be glad to give it if the buyer provides a guarantee of its group for two annual rents, that is for €696,000.',
      'Please send us the last annual accounts of the buyer as soon as its name may be disclosed. Until then the period of six weeks for our decision does not begin.',
    ],
    signer: 'Birgit Elbers',
    role: 'Managing Director',
    stamp: '8 OCT 2026',
  });
