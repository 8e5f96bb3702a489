import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: NodeJS.GCFunction | undefined;

/** Collects garbage now. Node.js offers this to code only after the flag, which is set for a moment. */
export function collectGarbage(options: NodeJS.GCOptions): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as NodeJS.GCFunction; // V8's own function
    setFlagsFromString('--no-expose-gc');
  }
  void collect(options);
}
