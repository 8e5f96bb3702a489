type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let pending: Promise<boolean> | undefined;

/** Sets what asks the user to prove their identity; it resolves to false when they cancel. Returns a function that unsets it. */
export function setReauthentication(handler: Ask): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = undefined;
  };
}

/** Asks the user once for all requests that wait for it. Resolves to true when the requests can be repeated. */
export function reauthenticate(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  pending ??= ask().finally(() => {
    pending = undefined;
  });
  return pending;
}
