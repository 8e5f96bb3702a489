import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { build } from 'vite';
import { pageUrls } from '#web/build/page-urls.ts';
import { pdfjsAssets } from '#web/build/pdfjs-assets.ts';

/** The Content-Security-Policy that the server sends with every page. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; frame-ancestors 'self'";

/** The policy of the frame, as the server sends it. */
const createFramePolicy = (origin: string): string =>
  `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; img-src data: blob: ${origin}/assets/ ${origin}/pdfjs/images/; font-src data: blob: ${origin}/pdfjs/standard_fonts/; connect-src ${origin}/pdfjs/cmaps/ ${origin}/pdfjs/standard_fonts/ ${origin}/pdfjs/iccs/ ${origin}/pdfjs/wasm/; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`;

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** State of the test server; the tests change it and read from it. */
export type ViewerServer = {
  /** Origin of the server, without a trailing slash. */
  base: string;
  /** PDF files by file id. */
  files: Map<string, Uint8Array>;
  /** Status of all API responses, if not null. */
  errorStatus: number | null;
  /** Bytes of file ranges sent so far. */
  bytesSent: number;
  /** Bodies of the view-time requests. */
  receivedBatches: string[];
  /** The server's answer to view-time requests: true if it records views. */
  recorded: boolean;
};

/** Builds the viewer into a folder as the product's build does. */
export async function buildViewer(outDir: string): Promise<void> {
  const root = join(import.meta.dirname, '..', '..', '..');
  const input = ['pdf-viewer/viewer.html', 'pdf-frame/frame.html'].map((page) => join(root, 'apps', page));
  const plugins = [pdfjsAssets(), pageUrls()];
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { outDir, modulePreload: { polyfill: false }, assetsInlineLimit: 0, rolldownOptions: { input } },
  });
}

/** Starts a server with the built viewer and the three API calls that it makes. */
export async function startViewerServer(folder: string): Promise<ViewerServer & AsyncDisposable> {
  const state: ViewerServer = {
    base: '',
    files: new Map(),
    errorStatus: null,
    bytesSent: 0,
    receivedBatches: [],
    recorded: true,
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isFrame = pathname === '/pdfjs/frame.html';
    const policy = isFrame ? createFramePolicy(state.base) : CONTENT_SECURITY_POLICY;
    response.setHeader('Content-Security-Policy', policy);
    if (!isFrame && !pathname.startsWith('/api/')) response.setHeader('Access-Control-Allow-Origin', '*');
    const [, fileId, view] = /^\/api\/files\/(\d+)(\/views?)?$/.exec(pathname) ?? [];
    const bytes = state.files.get(fileId ?? '');
    if (pathname === '/color-scheme.js') respond(response, 200, '.js', '');
    else if (!fileId) sendAsset(response, folder, pathname);
    else if (state.errorStatus !== null || !bytes) respond(response, state.errorStatus ?? 404, '.json', '{}');
    else if (view === '/views') void receiveViewBatch(request, response, state);
    else if (view) state.bytesSent += sendRange(response, bytes, request.headers.range);
    else respond(response, 200, '.json', JSON.stringify({ name: `File ${fileId}.pdf`, allowDownload: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has this kind of address
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(state, { base: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close });
}

async function receiveViewBatch(
  request: IncomingMessage,
  response: ServerResponse,
  state: ViewerServer,
): Promise<void> {
  state.receivedBatches.push(await text(request));
  respond(response, 200, '.json', JSON.stringify({ recorded: state.recorded }));
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': CONTENT_TYPES[type] ?? 'application/json' }).end(body);
}

function sendAsset(response: ServerResponse, folder: string, pathname: string): void {
  response.setHeader('Content-Type', CONTENT_TYPES[extname(pathname)] ?? 'application/octet-stream');
  createReadStream(join(folder, pathname))
    .on('error', () => response.writeHead(404).end())
    .pipe(response);
}

function sendRange(response: ServerResponse, bytes: Uint8Array, range: string | undefined): number {
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const part = bytes.subarray(Number(first), Number(last) + 1);
  const contentRange = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`;
  response.writeHead(206, { 'Content-Length': part.length, 'Content-Range': contentRange }).end(part);
  return part.length;
}

/** Creates a PDF with two lines per page; `paddingBytes` is added to the size of every page. */
export async function makePdf(pages: number, paddingBytes = 0): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  // The page dictionaries come first, as in files made by other programs: finding a page reads no other page's content.
  const allPages = Array.from({ length: pages }, () => pdf.addPage([612, 792]));
  for (const [index, page] of allPages.entries()) {
    const number = index + 1;
    page.drawText(`On page ${number} the quick brown fox jumps over the la-`, {
      x: 50,
      y: 300,
      size: 12,
      font,
    });
    page.drawText(`zy dog, and passage ${number} ends here.`, { x: 50, y: 280, size: 12, font });
    page.node.set(
      PDFName.of('Padding'),
      pdf.context.register(pdf.context.stream(new Uint8Array(paddingBytes))),
    );
  }
  return pdf.save();
}

/** Creates a page with an ordinary link, links and an open action with scripts, and a form field. */
export async function makeMaliciousPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const script = PDFString.of('javascript:window.scriptHasRun=1');
  const link = (action: object, y: number) =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [50, y, 300, y + 20],
        A: context.obj({ ...action }),
      }),
    );
  const field = {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Tx',
    T: PDFString.of('n'),
    Rect: [50, 500, 300, 520],
    F: 4,
  };
  const annotations = [
    link({ S: 'URI', URI: PDFString.of('https://external.example/') }, 700),
    link({ S: 'URI', URI: script }, 660),
    link({ S: 'JavaScript', JS: PDFString.of('window.scriptHasRun=1') }, 620),
    context.register(context.obj(field)),
  ];
  pdf.addPage([612, 792]).node.set(PDFName.of('Annots'), context.obj(annotations));
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: annotations.slice(3) }));
  pdf.catalog.set(
    PDFName.of('OpenAction'),
    context.obj({ S: 'JavaScript', JS: PDFString.of('window.scriptHasRun=1') }),
  );
  return pdf.save();
}
