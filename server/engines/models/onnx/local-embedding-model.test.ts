import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isInvalidRequest } from '../model-engine.ts';
import { openLocalEmbeddingModel } from './local-embedding-model.ts';
import { serializeModel, writeModelFolder } from './testing/write-model-folder.ts';

// A process takes seconds to start where everything else is tested at once.
const LIMITS = { runTimeoutMs: 60_000, questionTimeoutMs: 500, maxMemoryMb: 500 };
vi.setConfig({ testTimeout: 60_000 });
const NEVER = new AbortController().signal;

async function open(
  changes: Parameters<typeof writeModelFolder>[0] = {},
  limits: Partial<typeof LIMITS> = {},
) {
  const directory = await writeModelFolder(changes);
  const model = await openLocalEmbeddingModel(directory, { ...LIMITS, ...limits });
  onTestFinished(() => model.close());
  return {
    directory,
    passages: (...texts: string[]) => model.embed(texts, 'passages', NEVER),
    question: (text: string, signal = NEVER) => model.embed([text], 'question', signal),
  };
}

const rounded = (vector: Float32Array | undefined) =>
  vector && Array.from(vector, (value) => Number(value.toFixed(2)));
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('embeddings of a text', () => {
  test('a text becomes the mean of its words, of length 1, regardless of its batch', async () => {
    const { passages } = await open();
    const { model, vectors } = await passages('dog', 'dog roof', 'Dog!', '', 'the hound', 'roof');
    expect(vectors.map(rounded)).toEqual([
      [1, 0, 0.02],
      [0.71, 0.71, 0.01],
      [1, 0, 0.03],
      [0, 0, 1],
      [0.99, 0.11, 0.03],
      [0, 1, 0.02],
    ]);
    expect(model).toEqual({ provider: 'onnx', name: expect.stringMatching(/^[0-9a-f]{32}$/), dimensions: 3 });
  });

  test("a text longer than the model's input is truncated", async () => {
    const { passages } = await open();
    const { vectors } = await passages(`${'dog '.repeat(14)}${'roof '.repeat(100)}`, '\ud800 dog');
    expect(vectors.map(rounded)).toEqual([
      [1, 0, 0],
      [1, 0, 0.02],
    ]);
  });

  test("a text gets the model's prefix and pooling", async () => {
    const { passages, question } = await open({
      'config_sentence_transformers.json': JSON.stringify({
        prompts: { query: 'query: ', passage: 'roof: ' },
      }),
    });
    expect(rounded((await passages('dog')).vectors[0])).toEqual([0.71, 0.71, 0.02]);
    expect(rounded((await question('dog')).vectors[0])?.[2]).toBeGreaterThan(0.9);
  });

  test('the first token is used where the model says so', async () => {
    const { passages } = await open({
      '1_Pooling/config.json': JSON.stringify({
        pooling_mode_cls_token: true,
        pooling_mode_mean_tokens: false,
      }),
    });
    expect(rounded((await passages('dog')).vectors[0])).toEqual([0, 0, 1]);
  });
});

describe('a model folder that cannot be used is reported at once with what to do', () => {
  const install = (directory: string) =>
    `npm install --prefix ${directory} --ignore-scripts onnxruntime-node`;
  test('a directory without a runtime is refused with the command to install it', async () => {
    const directory = await writeModelFolder({
      'node_modules/onnxruntime-node/package.json': undefined,
      'node_modules/onnxruntime-node/index.js': undefined,
    });
    const opening = openLocalEmbeddingModel(directory, LIMITS);
    await expect(opening).rejects.toThrow(install(realpathSync(directory)));
  });

  test('a directory that does not exist is refused', async () => {
    await expect(openLocalEmbeddingModel('/nowhere/at/all', LIMITS)).rejects.toThrow('is not a directory');
  });

  test.each([
    ['model.onnx', undefined, 'no model found'],
    ['model.onnx', 'half a mo', 'cannot open the model'],
    [
      'model.onnx',
      serializeModel(3, { inputNames: ['pixel_values'] }),
      'the model has the inputs pixel_values',
    ],
    ['model.onnx', serializeModel(4_097), 'the model stopped'],
    ['model.onnx', serializeModel(3, { table: [] }), 'The model failed'],
    ['tokenizer.json', undefined, 'tokenizer.json is missing'],
    ['tokenizer.json', '{"model":', 'tokenizer.json is invalid'],
    ['tokenizer.json', '{"model":{"type":"Divination"}}', 'tokenizer.json is not supported'],
    ['tokenizer_config.json', undefined, 'tokenizer_config.json is missing'],
    ['config.json', '[]', 'config.json is invalid'],
    ['1_Pooling/config.json', '{"pooling_mode_mean_tokens":false}', 'neither mean nor cls'],
    ['modules.json', '[{"type":"sentence_transformers.models.Dense"}]', 'models.Dense'],
    ['node_modules/onnxruntime-node/index.js', 'throw new Error("wrong\\nsystem")', 'cannot be loaded'],
  ])('a directory with the file %s as %j is refused', async (name, content, problem) => {
    const error = await failure(
      writeModelFolder({ [name]: content }).then((directory) => openLocalEmbeddingModel(directory, LIMITS)),
    );
    expect(error).toMatchObject({
      name: 'UnusableModelFolderError',
      message: expect.stringContaining(problem),
    });
    expect(String(error)).not.toContain('\n');
  });
});

describe('failing local models', () => {
  test.each(['fails', 'numberless', 'misshapen'])(
    'a model with the fault “%s” rejects only that text',
    async (word) => {
      const { passages } = await open();
      const error = await failure(passages('dog', word));
      expect(isInvalidRequest(error)).toBe(true);
      expect(inspect(error, { depth: null })).not.toContain('secret');
      expect((await passages('dog')).vectors).toHaveLength(1);
    },
  );

  test.each([
    ['dies', 'the model stopped'],
    ['bloats', 'memory limit'],
  ])('a model that %s is restarted', async (word, problem) => {
    const { passages } = await open();
    await expect(passages(word)).rejects.toThrow(problem);
    expect((await passages('dog')).vectors).toHaveLength(1);
  });

  test('a model that hangs delays a question no longer than its timeout and is stopped', async () => {
    const { passages, question } = await open({}, { runTimeoutMs: 10_000 });
    const hanging = failure(passages('hangs'));
    const began = performance.now();
    await expect(question('dog')).rejects.toThrow('timed out');
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await hanging).toMatchObject({ name: 'ModelError', message: 'the model timed out' });
    expect((await passages('dog')).vectors).toHaveLength(1);
  });

  test('a model that fails repeatedly is paused', async () => {
    const { passages, question } = await open();
    void failure(passages('hangs'));
    const late = await Promise.all(Array.from({ length: 5 }, () => failure(question('dog'))));
    expect(late).toEqual(Array(5).fill(expect.objectContaining({ message: 'The model timed out' })));
    const began = performance.now();
    await expect(question('dog')).rejects.toThrow('paused');
    expect(performance.now() - began).toBeLessThan(100);
  });

  test('a replaced model gets vectors of another name from the next start', async () => {
    const { directory, passages } = await open();
    const before = (await passages('dog')).model;
    await writeFile(join(directory, 'model.onnx'), serializeModel(5));
    expect((await passages('dog')).model).toEqual(before);
    await failure(passages('dies'));
    const after = (await passages('dog')).model;
    expect(after).toMatchObject({ dimensions: 5 });
    expect(after.name).not.toBe(before.name);
  });
});

test('questions are embedded before waiting passages', async () => {
  const { passages, question } = await open({}, { questionTimeoutMs: 10_000 });
  const done: string[] = [];
  const many = passages(...Array<string>(200).fill('dog')).then(() => done.push('passages'));
  await question('dog').then(() => done.push('question'));
  await many;
  expect(done).toEqual(['question', 'passages']);
});

test('a cancelled request no longer waits and is not a failure of the model', async () => {
  const { question } = await open();
  const given = new AbortController();
  const asked = question('dog', given.signal);
  given.abort(new Error('not needed'));
  await expect(asked).rejects.toThrow('not needed');
  expect((await question('dog')).vectors).toHaveLength(1);
});
