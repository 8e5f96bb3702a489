import { extractDocument } from './extract-document.ts';
import { serveExtractions } from './serve-extractions.ts';

await serveExtractions(extractDocument);
