import { buildKonter } from '../../../../shared/contract/bridge.ts';
import type { ErrorReason, KonterError } from '../../../../shared/contract/errors.ts';
import { bringFile, fetchFile, pageAddress, printPage } from './files.ts';
import { deepFreeze, readEventStream, secretHeader, type Trade, tradeToken } from './host-connection.ts';

let pendingTrade: Promise<Trade> | undefined;

/** Sharp on a phone, small enough for a chat. */
const scale = 3;

const margin = 12;

/** Their slips may be left to the browser's print dialog. */
const prints: ReadonlySet<string> = new Set([
  'receipts.print',
  'journal.printHead',
  'shifts.print',
  'tabs.print',
  'billGroups.print',
]);

/** They ask for a file that the page brings. */
const files: ReadonlySet<string> = new Set(['reconcile.choose', 'catalogue.choose', 'billGroups.choose']);

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

let started = false;

// A classic script before the app's module: window.konter exists when the app starts, and cannot be replaced.
Object.defineProperty(window, 'konter', {
  value: deepFreeze(buildKonter({ call, subscribe })),
  enumerable: true,
  writable: false,
  configurable: false,
});

void session();

type Listener = (event: never) => void;

/**
 * Receives every event from now on. After a reconnect the host sends missed events and then its status, so the page need not
 * ask again.
 */
function subscribe(listener: Listener): () => void {
  // A wrapper of its own for each subscription: the same function may subscribe twice.
  const own: Listener = (event) => listener(event);
  listeners.add(own);
  if (!started) {
    started = true;
    void listen();
  }
  return () => void listeners.delete(own);
}

async function listen(): Promise<void> {
  const trade = await session();
  if (trade.kind === 'signed_out') return;
  if (trade.kind === 'host_gone') {
    setTimeout(() => void listen(), againAfterMs);
    return;
  }
  let place = trade.since ?? '';
  const connect = async (): Promise<void> => {
    const end = await inStream((stays) =>
      readEventStream(
        `/events?since=${encodeURIComponent(place)}${stays ? '' : '&once=1'}`,
        '/session',
        ({ id, data }) => {
          if (id !== null) place = id;
          publish(data);
        },
      ),
    );
    if (end === 'signed_out') leave();
    else setTimeout(() => void connect(), againAfterMs);
  };
  void connect();
}

/**
 * A browser opens six connections to one host, for all of its windows together. This number of windows keep one for their events, and the
 * others ask once a second: with eight, no window could be opened or call any more.
 */
const maxStreams = 3;

/** @param work with true where the window may keep its connection */
async function inStream<T>(work: (stays: boolean) => Promise<T>): Promise<T> {
  for (let stream = 1; stream <= maxStreams; stream++) {
    const result = await navigator.locks.request(`konter events ${stream}`, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { end: await work(true) },
    );
    if (result !== null) return result.end;
  }
  return work(false);
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
  const trade = await session();
  if (trade.kind === 'host_gone') return hostGone();
  if (trade.kind === 'signed_out') return signedOut();
  const answer = await post(name, body);
  if (prints.has(name) && answer.ok) printPage(answer.value);
  if (files.has(name) && answer.ok) return { ok: true, value: await bringFile(answer.value) };
  if (name === 'exports.fetch' && answer.ok) fetchFile(answer.value);
  if (name === 'receipts.share' && answer.ok && !(await sharePage(answer.value))) {
    return failed('internal', 'not_saved', 'This browser did not make a picture of the slip.');
  }
  return answer;
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

/**
 * Does the page's part of a `receipts.share`: a picture is drawn and downloaded, for a PDF the print dialog opens, which can
 * save one. False where it could not be done.
 */
async function sharePage(shared: unknown): Promise<boolean> {
  const address = pageAddress(shared);
  if (address === null) return true;
  if (typeof shared !== 'object' || shared === null || !('as' in shared) || !('name' in shared)) return false;
  if (shared.as === 'png' && typeof shared.name === 'string') return savePicture(address, shared.name);
  printPage(shared);
  return true;
}

/**
 * Draws the slip under that address as a picture and hands it to the browser's downloads. False where the browser does not draw
 * it or the slip is gone.
 */
async function savePicture(address: string, name: string): Promise<boolean> {
  const frame = await load(address);
  try {
    const page = frame.contentDocument;
    const slip = page?.querySelector('main');
    if (!page || !slip) return false;
    const { width, height } = slip.getBoundingClientRect();
    const picture = await draw(page, Math.ceil(width) + 2 * margin, Math.ceil(height));
    if (!picture) return false;
    hand(picture, name);
    return true;
  } catch {
    return false;
  } finally {
    frame.remove();
  }
}

/** The slip's page in a hidden frame, laid out as wide as a sheet. */
function load(address: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.title = 'struk';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  for (const [name, value] of [
    ['position', 'fixed'],
    ['inset', '0 auto auto -10000px'],
    ['width', '800px'],
    ['visibility', 'hidden'],
  ] as const) {
    frame.style.setProperty(name, value);
  }
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
    frame.src = address;
    document.body.append(frame);
  });
}

/** A page is drawn as a picture by way of an SVG that holds it. */
async function draw(page: Document, width: number, height: number): Promise<Blob | null> {
  const html = new XMLSerializer().serializeToString(page.documentElement);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<foreignObject width="100%" height="100%">${html}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function hand(picture: Blob, name: string): void {
  const address = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then, or never will.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The session of the counter's page. Never rejects. */
function session(): Promise<Trade> {
  pendingTrade ??= tradeToken('/session').then((trade) => {
    if (trade.kind === 'host_gone') pendingTrade = undefined;
    if (trade.kind === 'signed_out') leave();
    return trade;
  });
  return pendingTrade;
}

/** The host no longer knows this page: a plain page explains what to do. */
function leave(): void {
  location.replace('/signed-out');
}
