import { pino } from 'pino';
import type { Log } from '../../base/system.ts';

/** Names of facts that must never be written, whatever a caller thinks. */
const hidden = [
  'token',
  'secret',
  'secretKey',
  'relayToken',
  'providerHeaders',
  'passphrase',
  'backupPassphrase',
  'pin',
  'authorization',
  'cookie',
].concat(['customerNo', 'customerName', 'sn', 'body', 'url']);

/**
 * The counter's log as lines of JSON.
 * @param fd the output: 2 is stderr, since the starting program reads stdout
 */
export function pinoLog(fd = 2): Log {
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: hidden },
    pino.destination({ fd, sync: true }),
  );
  return {
    info: (what, facts = {}) => log.info(facts, what),
    warn: (what, facts = {}) => log.warn(facts, what),
    error: (what, facts = {}) => log.error(facts, what),
  };
}
