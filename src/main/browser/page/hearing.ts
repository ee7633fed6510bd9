import { readEventStream } from './event-stream.ts';
import { leave, session } from './session.ts';

type Listener = (event: never) => void;

const listeners = new Set<Listener>();
const againAfterMs = 1000;
let started = false;

/**
 * Hears every event from now on. The host sends what was missed while the line was down, and then its status, so nobody
 * has to ask again after a reconnect.
 */
export function subscribe(listener: Listener): () => void {
  // A wrapper of its own for each subscription: the same function may be given twice.
  const own: Listener = (event) => listener(event);
  listeners.add(own);
  if (!started) {
    started = true;
    void listen();
  }
  return () => void listeners.delete(own);
}

async function listen(): Promise<void> {
  const found = await session();
  if (found.kind === 'signed_out') return;
  if (found.kind === 'host_gone') {
    setTimeout(() => void listen(), againAfterMs);
    return;
  }
  let place = found.since ?? '';
  const connect = async (): Promise<void> => {
    const end = await readEventStream(`/events?since=${encodeURIComponent(place)}`, '/session', ({ id, data }) => {
      if (id !== null) place = id;
      tell(data);
    });
    if (end === 'signed_out') leave();
    else setTimeout(() => void connect(), againAfterMs);
  };
  void connect();
}

function tell(text: string): void {
  const event = parsed(text);
  if (event === undefined) return;
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      // One listener's fault is not another's; the browser reports it as uncaught.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function parsed(text: string): never | undefined {
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the host sends only the contract's events
    return JSON.parse(text) as never;
  } catch {
    return undefined;
  }
}
