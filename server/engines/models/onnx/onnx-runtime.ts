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

/** The interface that onnxruntime-node and onnxruntime-web share. */
export interface OnnxRuntime {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: { create(file: string, options: object): Promise<Session> };
  readonly env?: { readonly wasm?: { numThreads?: number } };
}

const RUNTIMES = ['onnxruntime-node', 'onnxruntime-web'];

/** Logs errors only, because the output of the process is discarded. */
const ERROR_SEVERITY = 3;

/** Loads the operator's runtime, from the directory's own node_modules only. */
export function loadRuntime(directory: string): OnnxRuntime {
  const name = RUNTIMES.find((candidate) => existsSync(join(directory, 'node_modules', candidate)));
  if (name === undefined)
    throw new UnusableModelFolderError(
      `no runtime found: npm install --prefix ${directory} --ignore-scripts onnxruntime-node`,
    );
  try {
    const runtime = createRequire(join(directory, 'package.json'))(name) as OnnxRuntime; // the package's exports are not checked here; a mismatch fails below as a model that cannot be opened
    // The sandbox does not allow its threads, which are workers.
    if (runtime.env?.wasm) runtime.env.wasm.numThreads = 1;
    return runtime;
  } catch (cause) {
    throw new UnusableModelFolderError(
      `${name} cannot be loaded: reinstall it (${summarizeError(cause)})`,
      cause,
    );
  }
}

export async function openSession(runtime: OnnxRuntime, file: string): Promise<Session> {
  try {
    return await runtime.InferenceSession.create(file, {
      executionProviders: ['cpu'],
      // Half of the cores, so that the server stays responsive.
      intraOpNumThreads: Math.ceil(availableParallelism() / 2),
      interOpNumThreads: 1,
      logSeverityLevel: ERROR_SEVERITY,
    });
  } catch (cause) {
    throw new UnusableModelFolderError(
      `the runtime cannot open the model: download it again (${summarizeError(cause)})`,
      cause,
    );
  }
}

const MAX_REASON_LENGTH = 200;
const summarizeError = (cause: unknown): string =>
  String(cause instanceof Error ? cause.message : cause)
    .replace(/\s+/g, ' ')
    .slice(0, MAX_REASON_LENGTH);
