import { serveRequests } from '#server/engines/sandbox/child-side.ts';
import { ocrRequest } from './ocr-protocol.ts';
import { PageRecognizer } from './recognize-page.ts';
import { loadTesseract } from './tesseract-core.ts';

const recognizer = new PageRecognizer(await loadTesseract());

await serveRequests(async (message, bytes) => {
  const request = ocrRequest.parse(message);
  if (request.kind === 'language') {
    recognizer.addLanguage(request.code, bytes);
    return [JSON.stringify({ isUsable: recognizer.canUse([request.code]) })];
  }
  const page = recognizer.recognize(bytes, request.languages);
  return [JSON.stringify({ id: request.id, page })];
});
