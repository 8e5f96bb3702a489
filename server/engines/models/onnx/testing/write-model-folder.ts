import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Vectors of the words that the model knows; every other word is [0, 0, 0.01]. */
const WORD_VECTORS = { dog: [1, 0, 0], hound: [0.9, 0.1, 0], roof: [0, 1, 0], query: [0, 0, 9] };
/** Words that make the runtime below fail in this way. */
const SIMULATED_FAILURES = ['fails', 'hangs', 'dies', 'bloats', 'numberless', 'misshapen'];
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const WORDS = [...SPECIAL, ...Object.keys(WORD_VECTORS), ...SIMULATED_FAILURES];

/** An ONNX runtime, as far as the server calls one: its models are tables of a vector for each word. */
const RUNTIME = `
const { readFileSync } = require('node:fs');
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
exports.Tensor = Tensor;
exports.InferenceSession = {
  async create(file) {
    const { table, behaviours, inputNames, outputName } = JSON.parse(readFileSync(file, 'utf8'));
    const [dimensions] = table.map((row) => row.length);
    return {
      inputNames, outputNames: [outputName],
      async run({ input_ids: { data, dims: [rows, columns] } }) {
        const ids = [...data].map(Number);
        const asked = ids.map((id) => behaviours[id]).find(Boolean);
        if (asked === 'fails') throw new Error('Invalid expand shape for secret text');
        if (asked === 'hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        if (asked === 'dies') process.exit(1);
        if (asked === 'bloats') for (const held = []; ; ) held.push(Buffer.alloc(1 << 20, 1));
        const out = Float32Array.from(ids.flatMap((id) => table[id]));
        if (asked === 'numberless') out[0] = NaN;
        const dims = asked === 'misshapen' ? [rows, columns, dimensions + 1] : [rows, columns, dimensions];
        return { [outputName]: new Tensor('float32', out, dims) };
      },
    };
  },
};`;

const token = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
const special = (id: string) => ({ id, ids: [WORDS.indexOf(id)], tokens: [id] });

const TOKENIZER = {
  version: '1.0',
  added_tokens: SPECIAL.map((content, id) => ({ id, content, special: true, normalized: false })),
  normalizer: { type: 'BertNormalizer', lowercase: true, clean_text: true, handle_chinese_chars: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  decoder: null,
  post_processor: {
    type: 'TemplateProcessing',
    single: [token('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, token('[SEP]')],
    pair: [],
    special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
  },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
  },
};

/** More components of 0 make another model of it. */
const tableOf = (dimensions: number): number[][] =>
  WORDS.map((word) => {
    const meaning = Object.entries(WORD_VECTORS).find(([known]) => known === word)?.[1] ?? [0, 0, 0.01];
    return Array.from({ length: dimensions }, (_, at) => meaning[at] ?? 0);
  });

/** The model's file; `changes` spoil it. */
export const serializeModel = (dimensions: number, changes: object = {}): string =>
  JSON.stringify({
    table: tableOf(dimensions),
    behaviours: Object.fromEntries(SIMULATED_FAILURES.map((word) => [WORDS.indexOf(word), word])),
    inputNames: ['input_ids', 'attention_mask', 'token_type_ids'],
    outputName: 'last_hidden_state',
    ...changes,
  });

/** A folder with a model and its runtime until the test ends. `undefined` leaves a file out. */
export async function writeModelFolder(changes: Record<string, string | undefined> = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-model-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const files = {
    'model.onnx': serializeModel(3),
    'tokenizer.json': JSON.stringify(TOKENIZER),
    'tokenizer_config.json': JSON.stringify({ pad_token: '[PAD]', model_max_length: 16 }),
    'config.json': JSON.stringify({ model_type: 'bert', max_position_embeddings: 16 }),
    'node_modules/onnxruntime-node/package.json': JSON.stringify({ main: 'index.js' }),
    'node_modules/onnxruntime-node/index.js': RUNTIME,
    ...changes,
  };
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue;
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  return directory;
}
