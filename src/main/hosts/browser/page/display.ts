import { displayBridge } from '../../../../shared/contract/display-bridge.ts';
import { deepFreeze, readEventStream, tradeToken } from './host-connection.ts';

const againAfterMs = 1000;

/** This display has a session of its own, which lets it hear and nothing else. What it missed does not matter: the host begins with how things stand. */
async function listen(publish: (view: unknown) => void): Promise<void> {
  const found = await tradeToken('/display/session');
  if (found.kind === 'signed_out') {
    location.replace('/signed-out');
    return;
  }
  if (found.kind === 'open') {
    await readEventStream('/display/events', '/display/session', ({ data }) => publish(parsed(data)));
    // Nobody stands there to be told: without its host the display shows nothing, least of all what was true before.
    publish(null);
  }
  setTimeout(() => void listen(publish), againAfterMs);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

Object.defineProperty(window, 'konterDisplay', {
  value: deepFreeze(displayBridge((publish) => void listen(publish))),
  enumerable: true,
  writable: false,
  configurable: false,
});
