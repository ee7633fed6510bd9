import { displayBridge } from '../../../shared/contract/display-bridge.ts';
import { frozen } from './frozen.ts';

// Taken out of the address at once, so that it stays in no history, bookmark or screenshot.
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (token !== null) history.replaceState(null, '', location.pathname);

const againAfterMs = 2000;

/** Trades the address's token for this display's own cookie, or finds the cookie of before a reload. */
async function session(): Promise<'open' | 'signed_out' | 'host_gone'> {
  try {
    const answer = await fetch('/display/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(token === null ? {} : { token }),
      redirect: 'error',
      cache: 'no-store',
    });
    return answer.ok ? 'open' : answer.status === 401 ? 'signed_out' : 'host_gone';
  } catch {
    return 'host_gone';
  }
}

async function listen(tell: (view: unknown) => void): Promise<void> {
  const found = await session();
  if (found === 'signed_out') {
    location.replace('/signed-out');
    return;
  }
  if (found === 'host_gone') {
    setTimeout(() => void listen(tell), againAfterMs);
    return;
  }
  // Whatever is missed does not matter: the host begins with how things stand.
  const source = new EventSource('/display/events');
  source.addEventListener('message', (message: MessageEvent<string>) => tell(parsed(message.data)));
  source.addEventListener('error', () => {
    // Nobody stands there to be told: without its host the display shows nothing, least of all what was true before.
    tell(null);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => void listen(tell), againAfterMs);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

Object.defineProperty(window, 'konterDisplay', {
  value: frozen(displayBridge((tell) => void listen(tell))),
  enumerable: true,
  writable: false,
  configurable: false,
});
