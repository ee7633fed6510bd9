import type { Config } from '../config.ts';
import { nameOf } from '../database.ts';
import { openLog } from '../log.ts';
import { openRelay } from '../open-relay.ts';
import { keyOf } from './key.ts';
import { print } from './output.ts';

/** From the signal on, in milliseconds; 5 s are promised. */
const endsWithin = 4_700;

/** Serves until SIGTERM, SIGINT or SIGHUP; what came by then is still answered. Ends the process. */
export async function serve(config: Config): Promise<void> {
  const { host, port, database, keptFor, trustProxy, metricsAddress } = config;
  const { log, end } = openLog();
  const relay = await openRelay({
    database,
    masterKey: keyOf(config),
    host,
    port,
    keptFor,
    trustProxy,
    metricsAddress,
    log,
  });
  // Before it is told that it listens: whoever hears that may stop it.
  const told = new Promise<void>((stop) => {
    // Not once: a signal comes twice when it is sent to the group and npm hands it on, and the second must not cut it off.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop());
  });
  const callback = config.publicUrl === null ? '' : `, reached from outside at ${config.publicUrl}`;
  const metrics = relay.metricsUrl === null ? '' : `, metrics at ${relay.metricsUrl}/metrics`;
  print(`The relay listens on ${relay.url}${callback}, database ${nameOf(database)}${metrics}`);
  await told;
  const by = performance.now() + endsWithin;
  await relay.close();
  await end(by);
  // A line on the standard output may still wait for somebody who does not read it.
  process.exit(0);
}
