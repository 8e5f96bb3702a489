import type { PageRecognition, RecognizedPage } from '../page-recognition.ts';
import { readTsv } from '../read-tsv.ts';
import { decodeGray, type GrayImage, rotate } from './gray-image.ts';
import type { Tesseract } from './tesseract-core.ts';

/** The neural network alone, which the language data contains. */
const LSTM_ONLY = 1;
/** Text that is upside down or on its side is read as nonsense with a mean of about 50; upright text in a good scan with 90. */
const ROTATION_CONFIDENCE = 65;
/** A photo with a few specks is not worth three more attempts. */
const MIN_WORDS = 5;

type Api = InstanceType<Tesseract['TessBaseAPI']>;

/** Reads page images with languages that were added. */
export class PageRecognizer {
  readonly #tesseract: Tesseract;
  readonly #api: Api;
  #initialized = '';

  constructor(tesseract: Tesseract) {
    this.#tesseract = tesseract;
    this.#api = new tesseract.TessBaseAPI();
  }

  addLanguage(code: string, data: Buffer): void {
    this.#tesseract.FS.writeFile(`${code}.traineddata`, data);
  }

  /** Returns whether the engine accepts this language data. */
  canUse(languages: readonly string[]): boolean {
    const wanted = languages.join('+');
    if (wanted === this.#initialized) return true;
    if (this.#initialized !== '') this.#api.End();
    const isUsable = this.#api.Init(null, wanted, LSTM_ONLY) === 0;
    this.#initialized = isUsable ? wanted : '';
    return isUsable;
  }

  recognize(image: Buffer, languages: readonly string[]): PageRecognition {
    const decoded = decodeGray(this.#tesseract, image);
    if (!decoded || !this.canUse(languages)) return { problem: 'damaged' };
    const upright = this.#read(decoded);
    if (upright.confidence >= ROTATION_CONFIDENCE || upright.words < MIN_WORDS) return upright;
    return this.#readRotated(decoded, upright);
  }

  /**
   * Without the data for orientation, which is larger than that for a language, the direction with the best confidence is taken.
   */
  #readRotated(image: GrayImage, upright: RecognizedPage): RecognizedPage {
    let best = upright;
    for (const turns of [2, 1, 3] as const) {
      const read = this.#read(rotate(image, turns));
      if (read.confidence > best.confidence) best = read;
      if (best.confidence >= ROTATION_CONFIDENCE) break;
    }
    return best;
  }

  #read({ width, height, data }: GrayImage): RecognizedPage {
    const address = this.#tesseract._malloc(data.length);
    this.#tesseract.memory().set(data, address);
    try {
      // Copies the pixels.
      this.#api.SetImage(address, width, height, 1, width);
    } finally {
      this.#tesseract._free(address);
    }
    this.#api.Recognize(null);
    const page = readTsv(this.#api.GetTSVText(0));
    this.#api.Clear();
    return page;
  }
}
