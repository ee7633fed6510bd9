import type { Log } from '../system.ts';

/** Says everything in two places. */
export const bothLogs = (one: Log, other: Log): Log => ({
  info(what, facts) {
    one.info(what, facts);
    other.info(what, facts);
  },
  warn(what, facts) {
    one.warn(what, facts);
    other.warn(what, facts);
  },
  error(what, facts) {
    one.error(what, facts);
    other.error(what, facts);
  },
});
