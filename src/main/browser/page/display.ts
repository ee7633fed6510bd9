import { displayBridge } from '../../../shared/contract/display-bridge.ts';
import { frozen } from './frozen.ts';
import { tradeToken } from './trade-token.ts';

const againAfterMs = 2000;

/** This display's own, which lets it hear and nothing else. */
async function session(): Promise<'open' | 'signed_out' | 'host_gone'> {
  try {
    const answer = await tradeToken('/display/session');
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
