import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { UnusableModelFolderError } from './unusable-model-folder-error.ts';

export interface Tensor {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

/** What onnxruntime-node and onnxruntime-web have in common. */
export interface OnnxRuntime {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: { create(file: string, options: object): Promise<Session> };
  readonly env?: { readonly wasm?: { numThreads?: number } };
}

const RUNTIMES = ['onnxruntime-node', 'onnxruntime-web'];

/** Errors only: what it prints is read by nobody. */
const ERROR_SEVERITY = 3;

/** The operator's runtime, out of the folder's own node_modules and nowhere else. */
export function loadRuntime(directory: string): OnnxRuntime {
  const name = RUNTIMES.find((each) => existsSync(join(directory, 'node_modules', each)));
  if (name === undefined)
    throw new UnusableModelFolderError(
      `there is no runtime: npm install --prefix ${directory} --ignore-scripts onnxruntime-node`,
    );
  try {
    // What the package exports is its own contract; what is called of it fails below as a model that can't be opened.
    const runtime = createRequire(join(directory, 'package.json'))(name) as OnnxRuntime;
    // Its threads would be workers, which this process may not start.
    if (runtime.env?.wasm) runtime.env.wasm.numThreads = 1;
    return runtime;
  } catch (cause) {
    throw new UnusableModelFolderError(
      `${name} does not load here: install it again (${summarizeError(cause)})`,
      cause,
    );
  }
}

export async function openSession(runtime: OnnxRuntime, file: string): Promise<Session> {
  try {
    return await runtime.InferenceSession.create(file, {
      executionProviders: ['cpu'],
      // Half of the cores: the room goes on serving beside it.
      intraOpNumThreads: Math.ceil(availableParallelism() / 2),
      interOpNumThreads: 1,
      logSeverityLevel: ERROR_SEVERITY,
    });
  } catch (cause) {
    throw new UnusableModelFolderError(
      `the runtime can't open the model: fetch it again, whole (${summarizeError(cause)})`,
      cause,
    );
  }
}

const MAX_REASON_LENGTH = 200;
const summarizeError = (cause: unknown): string =>
  String(cause instanceof Error ? cause.message : cause)
    .replace(/\s+/g, ' ')
    .slice(0, MAX_REASON_LENGTH);
