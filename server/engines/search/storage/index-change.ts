import type { SearchEngine } from '../search-engine.ts';

/** A change of the index, as the port names it. */
export type IndexChange = {
  [Method in 'putDocument' | 'updateLabels' | 'removeDocument' | 'setPosition' | 'clear' | 'putEmbeddings']: {
    method: Method;
    args: Parameters<SearchEngine[Method]>;
  };
}['putDocument' | 'updateLabels' | 'removeDocument' | 'setPosition' | 'clear' | 'putEmbeddings'];
