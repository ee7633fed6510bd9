import type { Kysely } from 'kysely';
import type { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { openRelay, type RunningRelay } from '../../../src/relay/open-relay.ts';
import type { Tables } from '../../../src/relay/store/tables.ts';
import { metricsOf, secret, silentLog } from '../relay.ts';
import { newDatabase, type TestDatabase } from '../relay-databases.ts';
import { type RelayEnvironment, relayCommandInProcess, relayProcess } from '../relay-process.ts';

const metricsAddress = { host: '127.0.0.1', port: 0 };

export const patient = { timeout: 30_000 };

/** A copy of the relay, and the one mailbox that there is. */
export interface Copy {
  relay: Pick<RunningRelay, 'url' | 'metricsUrl'>;
  mailbox: string;
  token: string;
}

/** The LISTEN connections of the instances, to be queried or to be cut. */
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
      log: silentLog,
    });
    onTestFinished(() => relay.close());
    return relay;
  };
  const [one, two] = [await open(), await open()];
  const mailbox = await one.createMailbox({ name: 'a shop', secret });
  await untilBothHear(sql);
  const under = { database, masterKey, relay: one };
  return { url, sql, one: { ...mailbox, relay: one, under }, two: { ...mailbox, relay: two } };
}

interface CopyProcess extends Copy {
  env: RelayEnvironment;
  process: Awaited<ReturnType<typeof relayProcess>>['process'];
}

/** The same in processes of their own, which can be killed. */
export async function twoProcesses(): Promise<{ one: CopyProcess; two: CopyProcess }> {
  const { env, sql } = await newDatabase();
  const [one, two] = await Promise.all([relayProcess(env), relayProcess(env)]);
  const { stdout } = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
  const mailbox = JSON.parse(stdout) as { mailbox: string; token: string };
  await untilBothHear(sql);
  return {
    one: { ...mailbox, env, process: one.process, relay: one },
    two: { ...mailbox, env, process: two.process, relay: two },
  };
}

/**
 * Reads a table from cursor to cursor, as fast as it can, while others write to it; then says which of its rows were never
 * read. That is what a poller loses when places become visible out of their order.
 * @param until resolves when the writers are done
 */
export async function unread(line: Client, table: string, until: Promise<unknown>): Promise<number> {
  let cursor = 0;
  let read = 0;
  let done = false;
  void until.finally(() => {
    done = true;
  });
  const readOn = async (): Promise<void> => {
    const last = done;
    const { rows } = await line.query<{ id: number }>(
      `select id::int from ${table} where id > ${cursor} order by id limit 500`,
    );
    cursor = rows.at(-1)?.id ?? cursor;
    read += rows.length;
    if (!last || rows.length > 0) await readOn();
  };
  await readOn();
  const { rows } = await line.query<{ count: number }>(`select count(*)::int from ${table}`);
  return (rows[0]?.count ?? 0) - read;
}

/**
 * Takes the next `count` places on PostgreSQL as an append does: the counter's row stays locked until the transaction
 * ends. Answers the one before the first of them.
 */
export async function takePlaces(tx: Kysely<Tables>, count: number): Promise<number> {
  const { value } = await tx
    .updateTable('sequences')
    .set((of) => ({ value: of('value', '+', count) }))
    .where('name', '=', 'webhook')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count;
}
