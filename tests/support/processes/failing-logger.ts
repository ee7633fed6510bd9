import { constants, openSync } from 'node:fs';
import { openLog } from '../../../src/server/log.ts';

// Logs a line to the pipe it is given, and fails before somebody has read it.

const pipe = openSync(process.argv[2] ?? '', constants.O_WRONLY | constants.O_NONBLOCK);
openLog('info', pipe).log.info('the last line');
// Not as it would look by itself in the midst of tests that pass.
process.on('uncaughtException', () => process.exit(1));
setImmediate(() => {
  throw new Error('as planned');
});
