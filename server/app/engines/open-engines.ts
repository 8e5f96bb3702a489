import {
  type DocumentEngine,
  isUnusableOcrProgram,
  openDocumentEngine,
} from '#server/engines/documents/document-engine.ts';
import {
  openAnswerModel,
  openEmbeddingModel,
  openLocalEmbeddingModel,
} from '#server/engines/models/model-engine.ts';
import { detectSandboxLevel, type SandboxLevel } from '#server/engines/sandbox/sandbox.ts';
import { MAX_PAGES } from '#shared/domain/page-limits.ts';
import type { Config } from '../config.ts';
import { withSettingName } from '../with-setting-name.ts';

/** Names the setting that is to blame when the engine cannot be opened. */
export function openDocuments({ dataDir, programPath, tesseractPath }: Config): Promise<DocumentEngine> {
  return openDocumentEngine({
    dataDir,
    maxPages: MAX_PAGES,
    searchPath: programPath,
    ocrProgram: tesseractPath,
  }).catch((error: unknown) =>
    withSettingName(isUnusableOcrProgram(error) ? 'TESSERACT_PATH' : 'DATA_DIR', async () => {
      throw error;
    }),
  );
}

/** Returns how child processes are isolated; refuses a level below the one that the configuration requires. */
export async function openSandbox({ sandbox }: Config): Promise<SandboxLevel> {
  const level = await detectSandboxLevel();
  if (sandbox === 'require' && level !== 'namespaces') {
    throw new Error(
      'SANDBOX=require needs Linux user namespaces, which this system refuses. Allow them, install util-linux, or set SANDBOX=auto',
    );
  }
  return level;
}

/** Opens the configured models; `opening` closes the local one. */
export async function openModels(config: Config, opening: AsyncDisposableStack) {
  const { embeddingModelDir: folder } = config;
  const localModel =
    config.roles.index && folder !== undefined
      ? await withSettingName('EMBEDDING_MODEL_DIR', () => openLocalEmbeddingModel(folder))
      : undefined;
  opening.defer(() => localModel?.close());
  return {
    answerModel: config.answerModel && (await openAnswerModel(config.answerModel)),
    embeddingModel:
      localModel ?? (config.embeddingModel && (await openEmbeddingModel(config.embeddingModel))),
  };
}
