import { MAX_PAGE_TEXT_LENGTH, type RecognizedPage } from './page-recognition.ts';

/** The columns of Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const [BLOCK, PARAGRAPH, LINE, CONFIDENCE, TEXT] = [2, 3, 4, 10, 11];
const WORD_LEVEL = '5';

/** Reads the table of words that Tesseract writes: lines as in the image, an empty line between paragraphs. */
export function readTsv(tsv: string): RecognizedPage {
  let text = '';
  let [paragraph, line] = ['', ''];
  let [words, sum] = [0, 0];
  for (const row of tsv.split('\n')) {
    const columns = row.split('\t');
    const word = columns[TEXT]?.trim();
    if (columns[0] !== WORD_LEVEL || !word || text.length + word.length > MAX_PAGE_TEXT_LENGTH) continue;
    const inParagraph = `${columns[BLOCK]} ${columns[PARAGRAPH]}`;
    const inLine = `${inParagraph} ${columns[LINE]}`;
    if (text !== '') text += inParagraph !== paragraph ? '\n\n' : inLine !== line ? '\n' : ' ';
    text += word;
    [paragraph, line] = [inParagraph, inLine];
    words += 1;
    sum += Math.min(100, Math.max(0, Number(columns[CONFIDENCE]) || 0));
  }
  return { text, confidence: words === 0 ? 0 : Math.round((sum / words) * 10) / 10, words };
}
