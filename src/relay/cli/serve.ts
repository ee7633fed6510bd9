import type { Config } from '../config.ts';
import { nameOf } from '../database.ts';
import { createLog } from '../log.ts';
import { openRelay } from '../open-relay.ts';
import { keyOf } from './key.ts';
import { print } from './output.ts';

/** Serves until SIGTERM, SIGINT or SIGHUP; what came by then is still answered. */
export async function serve(config: Config): Promise<void> {
  const { host, port, database, keptFor, trustProxy } = config;
  const relay = await openRelay({
    database,
    masterKey: keyOf(config),
    host,
    port,
    keptFor,
    trustProxy,
    log: createLog(),
  });
  const callback = config.publicUrl === null ? '' : `, reached from outside at ${config.publicUrl}`;
  print(`The relay listens on ${relay.url}${callback}, database ${nameOf(database)}`);
  await new Promise<void>((stop) => {
    // Not once: a signal comes twice when it is sent to the group and npm hands it on, and the second must not cut it off.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop());
  });
  await relay.close();
}
