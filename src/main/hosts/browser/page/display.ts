import { displayBridge } from '../../../../shared/contract/display-bridge.ts';
import { deepFreeze, readEventStream, tradeToken } from './host-connection.ts';

const againAfterMs = 1000;

/**
 * This display's own session lets it receive views and nothing else. It needs no missed views: the host starts with the current
 * one.
 */
async function listen(publish: (view: unknown) => void): Promise<void> {
  const trade = await tradeToken('/display/session');
  if (trade.kind === 'signed_out') {
    location.replace('/signed-out');
    return;
  }
  if (trade.kind === 'open') {
    await readEventStream('/display/events', '/display/session', ({ data }) => publish(parsed(data)));
    // Without its host the display goes blank: the last view may be wrong by now.
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
