import { expect, onTestFinished, vi } from 'vitest';
import { createLog } from '../../../src/relay/http/log.ts';
import { openRelay, type RunningRelay } from '../../../src/relay/open-relay.ts';
import { newDatabase, type TestDatabase } from '../engines.ts';
import { metricsOf, secret } from '../relay.ts';
import { type RelayEnvironment, relayCommandInProcess, relayProcess } from '../relay-process.ts';

const metricsAddress = { host: '127.0.0.1', port: 0 };

export const patient = { timeout: 30_000 };

/** A copy of the relay, and the one mailbox that there is. */
export interface Copy {
  relay: Pick<RunningRelay, 'url' | 'metricsUrl'>;
  mailbox: string;
  token: string;
}

/** The lines that the copies hear notices by, to be asked or to be cut. */
export const listening = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;

export const held = async ({ relay }: Copy): Promise<number> =>
  Number(/^relay_long_polls_active (\d+)$/m.exec(await metricsOf(relay))?.[1]);

export const untilHeld = (copy: Copy): Promise<void> =>
  vi.waitFor(async () => expect(await held(copy)).toBe(1), patient);

const untilBothHear = (sql: TestDatabase['sql']): Promise<void> =>
  vi.waitFor(async () => expect(await sql(listening)).toHaveLength(2), patient);

/** Two copies over one PostgreSQL, in this process. */
export async function twoCopies() {
  const { database, env, sql, url } = await newDatabase();
  const masterKey = Buffer.from(env.RELAY_MASTER_KEY ?? '', 'hex');
  const open = async (): Promise<RunningRelay> => {
    const relay = await openRelay({
      database,
      masterKey,
      host: '127.0.0.1',
      port: 0,
      metricsAddress,
      log: createLog('silent'),
    });
    onTestFinished(() => relay.close());
    return relay;
  };
  const [one, two] = [await open(), await open()];
  const made = await one.createMailbox({ name: 'a shop', secret });
  await untilBothHear(sql);
  return { url, sql, one: { ...made, relay: one }, two: { ...made, relay: two } };
}

export interface CopyProcess extends Copy {
  env: RelayEnvironment;
  process: Awaited<ReturnType<typeof relayProcess>>['process'];
}

/** The same in processes of their own, which can be killed. */
export async function twoProcesses(): Promise<{ one: CopyProcess; two: CopyProcess }> {
  const { env, sql } = await newDatabase();
  const [one, two] = await Promise.all([relayProcess(env), relayProcess(env)]);
  const { stdout } = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
  const made = JSON.parse(stdout) as { mailbox: string; token: string };
  await untilBothHear(sql);
  return {
    one: { ...made, env, process: one.process, relay: one },
    two: { ...made, env, process: two.process, relay: two },
  };
}
