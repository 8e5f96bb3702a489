import { serveRequests } from '#server/engines/sandbox/child-side.ts';
import { embeddingRequest } from './embedding-protocol.ts';
import { type OnnxModel, openOnnxModel } from './onnx-model.ts';
import { UnusableModelFolderError } from './unusable-model-folder-error.ts';

type Frames = (Uint8Array | string)[];

let modelPromise: Promise<OnnxModel> | undefined;

await serveRequests(async (message): Promise<Frames> => {
  const { directory, purpose, texts } = embeddingRequest.parse(message);
  modelPromise ??= openOnnxModel(directory);
  try {
    const model = await modelPromise;
    const { dimensions, values } = await model.embed(texts, purpose);
    const head = JSON.stringify({ status: 'embedded', model: model.digest, dimensions });
    return [head, new Uint8Array(values.buffer)];
  } catch (error) {
    if (error instanceof UnusableModelFolderError)
      return [JSON.stringify({ status: 'unusable', reason: error.message })];
    // The runtime's message is left out, because it may repeat the texts.
    return [JSON.stringify({ status: 'rejected', reason: 'The model failed on this request' })];
  }
});
