import rendererUrl from 'pdfjs-dist/build/pdf.renderer.min.mjs?url';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { WorkerNotLoaded } from './describe-failure.ts';

export interface PdfWorkers {
  /** Parses documents. */
  readonly worker: Worker;
  /** Draws pages. */
  readonly renderer: Worker;
}

/**
 * Starts a module as a worker; rejects if it cannot load. A page with an opaque origin can start workers from blobs alone, in
 * Chromium only classic ones, so these import the module.
 */
function startWorker(path: string): Promise<Worker> {
  const url = JSON.stringify(new URL(path, location.href).href);
  // A rejection alone would not be reported to the page.
  const code = `import(${url}).catch((error) => setTimeout(() => { throw error; }));`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  return new Promise((resolve, reject) => {
    // pdf.js's modules send a message when they are ready.
    worker.addEventListener('message', () => resolve(worker), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new WorkerNotLoaded(message)), { once: true });
  });
}

async function startWorkers(): Promise<PdfWorkers> {
  const [worker, renderer] = await Promise.all([startWorker(workerUrl), startWorker(rendererUrl)]);
  return { worker, renderer };
}

/** pdf.js's workers, once both have loaded. */
export const PDF_WORKERS = startWorkers();
