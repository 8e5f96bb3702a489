import type { ReaderAction } from '../reader-state.ts';
import { type FileSource, FileUnavailable, REPLACED_STATUS } from './file-source.ts';
import type { LoadFailure } from './load-error.ts';
import {
  type ColorScheme,
  type DocumentState,
  type FrameMessage,
  MAX_PENDING_RANGES,
  MAX_RANGE_BYTES,
  type PageMessage,
  parseFrameMessage,
  parseWindowMessage,
  type RangeRequest,
  type StartMessage,
} from './messages.ts';

export interface ServedFrame {
  send(action: ReaderAction): void;
  setColorScheme(colorScheme: ColorScheme): void;
  /** Aborts the requests and closes the connection. */
  stop(): void;
}

export interface ServeOptions {
  /** Receives the messages of frames: the window of this page. */
  readonly receiver: Pick<EventTarget, 'addEventListener'>;
  /** Returns the window in the frame, the only one that is answered. */
  readonly getWindow: () => Pick<Window, 'postMessage'> | null | undefined;
  /** Opens the one file of which the frame gets bytes. */
  readonly openFile: (signal: AbortSignal) => Promise<FileSource>;
  readonly start: Omit<StartMessage, 'type'>;
  /** Place at which the document opens; page 0 is the first. */
  readonly place: { readonly page: number; readonly zoom: string; readonly quote: string };
  readonly onState: (state: DocumentState) => void;
  readonly onKey: (key: string) => void;
  readonly onActivity: () => void;
  /** Called once at most; nothing is served after it. */
  readonly onFailure: (failure: LoadFailure) => void;
}

/** Statuses after which no further request for the file will be answered. */
const FINAL_STATUSES: readonly unknown[] = [401, 403, 404, REPLACED_STATUS];

const readStatus = (error: unknown) => (error instanceof FileUnavailable ? error.status : undefined);

/**
 * Serves one file to a frame with an opaque origin. The window in the frame gets one end of a channel when it first says
 * that it is ready; all further messages use the channel. Messages that do not fit their schema have no effect.
 */
export function serveFrame(options: ServeOptions): ServedFrame {
  const end = new AbortController();
  const { signal } = end;
  let port: MessagePort | undefined;
  const post = (message: PageMessage, transfer: Transferable[] = []) => port?.postMessage(message, transfer);
  const stop = () => {
    end.abort();
    port?.close();
  };
  const fail = (failure: LoadFailure) => {
    if (signal.aborted) return;
    stop();
    options.onFailure(failure);
  };

  // Begins at once, while the frame loads its code.
  const opening = options.openFile(signal);
  opening.catch((error: unknown) => fail({ status: readStatus(error) }));
  const sendBytes = createRangeServer(opening, { signal, post, fail });

  const receive = (message: FrameMessage) => {
    if (message.type === 'range') void sendBytes(message);
    else if (message.type === 'state') options.onState(message);
    else if (message.type === 'key') options.onKey(message.key);
    else if (message.type === 'active') options.onActivity();
    else fail(message.failure);
  };
  const connect = ({ source, data }: MessageEvent<unknown>) => {
    const target = options.getWindow();
    if (port || !target || source !== target || parseWindowMessage(data)?.type !== 'ready') return;
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = (event: MessageEvent<unknown>) => {
      const message = parseFrameMessage(event.data);
      if (message && !signal.aborted) receive(message);
    };
    const start: StartMessage = { type: 'start', ...options.start };
    // The frame has an opaque origin, so none can be named. The content security policy allows only our own pages in it.
    target.postMessage(start, '*', [channel.port2]);
    void opening.then(
      ({ size, firstBytes }) => post({ type: 'open', size, firstBytes, ...options.place }, [firstBytes]),
      () => undefined,
    );
  };
  options.receiver.addEventListener('message', connect as EventListener, { signal }); // the type of its events

  return {
    send: (action) =>
      post(
        action.action === 'page'
          ? { type: 'go-to-page', page: action.page }
          : { type: 'control', action: action.action },
      ),
    setColorScheme: (colorScheme) => post({ type: 'scheme', colorScheme }),
    stop,
  };
}

interface RangeServerOptions {
  signal: AbortSignal;
  post: (message: PageMessage, transfer?: Transferable[]) => void;
  fail: (failure: LoadFailure) => void;
}

/** Returns a function that answers a request for bytes of the file, so many at a time as a frame of ours asks for. */
function createRangeServer(opening: Promise<FileSource>, { signal, post, fail }: RangeServerOptions) {
  let pending = 0;
  return async ({ id, begin, end }: RangeRequest): Promise<void> => {
    const file = await opening.catch(() => null);
    if (!file || signal.aborted) return;
    const isValid = begin < end && end <= file.size && end - begin <= MAX_RANGE_BYTES;
    if (!isValid || pending >= MAX_PENDING_RANGES) return fail('damaged');
    pending += 1;
    try {
      const bytes = await file.read(begin, end, signal);
      post({ type: 'bytes', id, bytes }, [bytes]);
    } catch (error) {
      const status = readStatus(error);
      if (FINAL_STATUSES.includes(status)) fail({ status });
      else post({ type: 'unavailable', id });
    } finally {
      pending -= 1;
    }
  };
}
