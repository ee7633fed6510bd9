import type { ConnectionTest } from '../../shared/contract/connection-test.ts';
import type { Status } from '../../shared/contract/status.ts';
import type { Provider } from '../provider/index.ts';
import type { RelayMailbox } from '../relay-client/index.ts';
import type { LiveConfig } from '../settings/index.ts';
import type { Connection } from './connection.ts';
import { openLiveConnection } from './live-connection.ts';

/** The counter that is open now. */
export interface OpenCounter {
  mode: 'training' | 'live';
  connection: Connection;
  relay(): Status['relay'];
}

/** A code that hardly any provider sells: what counts is that it answers in the interface's way. */
const probe = 'KONTER-TEST';

/** Tries the live connection as it is set now, from either mode. Asks for one product and one page; buys nothing. */
export async function testConnection(runtime: OpenCounter, config: LiveConfig): Promise<ConnectionTest> {
  if (runtime.mode === 'live') {
    return {
      provider: await testProvider(runtime.connection.provider),
      // The counter's own ear is the test: a second poll would take the mailbox away from it.
      relay: pollerState(runtime),
    };
  }
  const { provider, relay } = await tryConnection(config, { relay: true });
  return { provider, relay: relay ?? 'not_configured' };
}

/**
 * The same for a counter that is not open.
 * @param what relay: false where a counter listens already, from whom asking would take the mailbox; its part is null then
 */
export async function tryConnection(
  config: LiveConfig,
  what: { relay: boolean },
): Promise<{ provider: ConnectionTest['provider']; relay: ConnectionTest['relay'] | null }> {
  const connection = openLiveConnection(config, () => {});
  try {
    const asked = what.relay || connection.mailbox === null ? testRelay(connection.mailbox) : null;
    const [provider, relay] = await Promise.all([testProvider(connection.provider), asked]);
    return { provider, relay };
  } finally {
    await connection.close();
  }
}

async function testProvider(provider: Provider | null): Promise<ConnectionTest['provider']> {
  if (!provider) return 'not_configured';
  const outcome = await provider.product(probe);
  switch (outcome.kind) {
    case 'answered':
      return 'ok';
    case 'refused':
      return outcome.status === 401 || outcome.status === 403 ? 'refused' : 'ok';
    case 'never_sent':
      return 'unreachable';
    case 'unclear':
      if (outcome.status === null) return 'unreachable';
      // "No such product" may come without an envelope: the interface does not show it.
      return outcome.status === 404 ? 'ok' : 'bad_answer';
  }
}

async function testRelay(mailbox: RelayMailbox | null): Promise<ConnectionTest['relay']> {
  if (!mailbox) return 'not_configured';
  const signal = AbortSignal.timeout(10_000);
  const outcome = await mailbox.poll({ after: null, limit: 1, waitSeconds: 0, signal });
  switch (outcome.kind) {
    case 'page':
    case 'gone':
      return 'ok';
    case 'taken':
    case 'refused':
    case 'unreachable':
      return outcome.kind;
  }
}

function pollerState(runtime: OpenCounter): ConnectionTest['relay'] {
  const { state } = runtime.relay();
  switch (state) {
    case 'listening':
      return 'ok';
    case 'not_configured':
    case 'refused':
    case 'taken':
      return state;
    case 'starting':
    case 'deaf':
      return 'unreachable';
  }
}
