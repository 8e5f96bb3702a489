import { type PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';

/** Attaches a line of ASCII without compression, so that the verifier finds it in the bytes of the PDF. */
export function attachJson(
  { context, catalog }: PDFDocument,
  { name, json, changedAt }: { name: string; json: string; changedAt: Date },
): void {
  const bytes = Buffer.from(`${json}\n`, 'latin1');
  const content = context.register(
    context.stream(bytes, {
      Type: 'EmbeddedFile',
      Subtype: 'application/json',
      Params: { Size: bytes.length, ModDate: PDFString.fromDate(changedAt) },
    }),
  );
  const specification = context.register(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(name),
      UF: PDFHexString.fromText(name),
      EF: { F: content, UF: content },
      Desc: PDFString.of('Signed statement'),
      AFRelationship: 'Data',
    }),
  );
  const names = context.obj({ EmbeddedFiles: { Names: [PDFHexString.fromText(name), specification] } });
  catalog.set(PDFName.of('Names'), names);
  catalog.set(PDFName.of('AF'), context.obj([specification]));
}
