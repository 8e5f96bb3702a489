import {
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/** A file to attach, compressed by zlib. */
export interface CompressedFile {
  readonly name: string;
  readonly description: string;
  /** Its bytes before the compression. */
  readonly size: number;
  readonly deflated: Uint8Array;
}

interface AttachedJson {
  readonly name: string;
  readonly json: string;
  readonly changedAt: Date;
}

/** Attaches a line of ASCII without compression, so that the verifier finds it in the bytes of the PDF, and further files. */
export function attachJson(
  document: PDFDocument,
  { name, json, changedAt }: AttachedJson,
  files: readonly CompressedFile[] = [],
): void {
  const { context, catalog } = document;
  const bytes = Buffer.from(`${json}\n`, 'latin1');
  const ModDate = PDFString.fromDate(changedAt);
  const statement = attach(document, bytes, {
    name,
    description: 'Signed statement',
    stream: { Subtype: 'application/json', Params: { Size: bytes.length, ModDate } },
  });
  const others = files.map(({ name, description, size, deflated }): [string, PDFRef] => [
    name,
    attach(document, deflated, {
      name,
      description,
      stream: { Filter: 'FlateDecode', Params: { Size: size, ModDate } },
    }),
  ]);
  // The tree of names is in their order.
  const attached = [[name, statement] as const, ...others].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = attached.flatMap(([name, file]) => [PDFHexString.fromText(name), file]);
  catalog.set(PDFName.of('Names'), context.obj({ EmbeddedFiles: { Names: names } }));
  catalog.set(PDFName.of('AF'), context.obj(attached.map(([, file]) => file)));
}

/** Adds an embedded file; returns its specification. */
function attach(
  { context }: PDFDocument,
  bytes: Uint8Array,
  {
    name,
    description,
    stream,
  }: { name: string; description: string; stream: Parameters<typeof context.stream>[1] },
): PDFRef {
  const content = context.register(context.stream(bytes, { Type: 'EmbeddedFile', ...stream }));
  const specification: PDFDict = context.obj({
    Type: 'Filespec',
    F: PDFHexString.fromText(name),
    UF: PDFHexString.fromText(name),
    EF: { F: content, UF: content },
    Desc: PDFString.of(description),
    AFRelationship: 'Data',
  });
  return context.register(specification);
}
