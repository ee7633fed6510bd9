import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { openRelay } from '../open-relay.ts';
import { keyOf } from './key.ts';
import { print } from './output.ts';

/** Serves until SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<void> {
  const { host, port, databasePath } = config;
  const relay = await openRelay({ databasePath, masterKey: keyOf(config), host, port, log: createLog() });
  const callback = config.publicUrl === null ? '' : `, reached from outside at ${config.publicUrl}`;
  print(`The relay listens on ${relay.url}${callback}, database ${databasePath}`);
  await new Promise<void>((stop) => {
    process.once('SIGTERM', () => stop());
    process.once('SIGINT', () => stop());
  });
  await relay.close();
}
