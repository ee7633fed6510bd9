import type { Config } from '../config.ts';
import { masterKey } from '../master-key.ts';
import { note } from './output.ts';

/** The master key; says so when it had to be made. */
export function keyOf(config: Config): Buffer {
  const { key, made } = masterKey(config.masterKey, config.database);
  if (made !== null)
    note(`RELAY_MASTER_KEY is not set: made a key in ${made}. Without that file no secret can be read.`);
  return key;
}
