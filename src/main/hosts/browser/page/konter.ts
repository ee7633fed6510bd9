import { buildKonter } from '../../../../shared/contract/bridge.ts';
import type { ErrorReason, KonterError } from '../../../../shared/contract/errors.ts';
import { finishCall } from './files.ts';
import {
  deepFreeze,
  readEventStream,
  type StreamMessage,
  secretHeader,
  type Trade,
  tradeToken,
} from './host-connection.ts';

let opening: Promise<Trade> | undefined;

const failed = (code: KonterError['code'], reason: ErrorReason, message: string): Answer => ({
  ok: false,
  error: { code, reason, message },
});

const hostGone = (): Answer =>
  failed('internal', 'host_gone', 'The counter’s program does not answer. Look the sale up before selling again.');

const signedOut = (): Answer =>
  failed('not_allowed', 'signed_out', 'This page is not signed in. Open the address that the counter printed.');

const listeners = new Set<Listener>();

const againAfterMs = 1000;

/** the last event's position in the host's stream */
let place: string | null = null;

/**
 * One window of the browser reads the host's events and passes them on to the others: a browser opens six connections to one host, for
 * all of its windows together.
 */
const windows = new BroadcastChannel('konter events');
windows.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => receive(data));

// A classic script before the app's module: window.konter exists when the app starts, and cannot be replaced.
Object.defineProperty(window, 'konter', {
  value: deepFreeze(buildKonter({ call, subscribe })),
  enumerable: true,
  writable: false,
  configurable: false,
});

void follow();

type Listener = (event: never) => void;

/** Receives every event from now on. */
function subscribe(listener: Listener): () => void {
  // A wrapper of its own for each subscription: the same function may be given twice.
  const own: Listener = (event) => listener(event);
  listeners.add(own);
  return () => void listeners.delete(own);
}

/** Waits for this window's turn, and reads the stream until the window closes. */
async function follow(): Promise<void> {
  const found = await session();
  if (found.kind === 'host_gone') setTimeout(() => void follow(), againAfterMs);
  if (found.kind !== 'open') return;
  place ??= found.since;
  await navigator.locks.request('konter events', async () => {
    while ((await readEvents()) === 'ended') await new Promise((resolve) => setTimeout(resolve, againAfterMs));
  });
  leave();
}

/** The host sends "reload" where an event since that place was missed. */
const readEvents = (): Promise<'ended' | 'signed_out'> =>
  readEventStream(`/events?since=${encodeURIComponent(place ?? '')}`, '/session', (message) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    windows.postMessage(message);
    receive(message);
  });

function receive({ id, data }: StreamMessage): void {
  place = id ?? place;
  publish(data);
}

function publish(text: string): void {
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

type Answer = { ok: true; value: unknown } | { ok: false; error: KonterError };

/** Carries one call to the host. Resolves to the procedure's answer; never rejects. */
async function call(name: string, input: unknown): Promise<Answer> {
  const body = written(input);
  if (body === null) return failed('invalid_input', 'not_serializable', 'The input is not plain data.');
  const found = await session();
  if (found.kind === 'host_gone') return hostGone();
  if (found.kind === 'signed_out') return signedOut();
  const answer = await post(name, body);
  if (!answer.ok) return answer;
  const finished = await finishCall(answer.value);
  return finished === null
    ? failed('internal', 'not_saved', 'This browser did not make a picture of the slip.')
    : { ok: true, ...finished };
}

/** Nothing at all is an empty object, as the contract's optional inputs have it; null when it cannot be written. */
function written(input: unknown): string | null {
  try {
    const text: unknown = JSON.stringify(input === undefined ? {} : input);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

async function post(name: string, body: string): Promise<Answer> {
  try {
    const answer = await fetch(`/api/${encodeURIComponent(name)}`, {
      method: 'POST',
      // A browser may send a POST again by itself when a connection breaks: under one id the host serves it once.
      headers: {
        'content-type': 'application/json',
        'x-konter-call': crypto.randomUUID(),
        ...secretHeader('/session'),
      },
      body,
      redirect: 'error',
      cache: 'no-store',
    });
    if (answer.status === 401) {
      leave();
      return signedOut();
    }
    const reply: unknown = await answer.json();
    return isAnswer(reply) ? reply : hostGone();
  } catch {
    return hostGone();
  }
}

function isAnswer(body: unknown): body is Answer {
  if (typeof body !== 'object' || body === null || !('ok' in body)) return false;
  return body.ok === true ? 'value' in body : 'error' in body;
}

/** The session of the counter's page. Never rejects. */
function session(): Promise<Trade> {
  opening ??= tradeToken('/session').then((found) => {
    if (found.kind === 'host_gone') opening = undefined;
    if (found.kind === 'signed_out') leave();
    return found;
  });
  return opening;
}

/** The host no longer knows this page: a plain page explains what to do. */
function leave(): void {
  location.replace('/signed-out');
}
