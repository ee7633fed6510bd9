import { writeSync } from 'node:fs';
import { systemClock } from '../../../src/main/base/system/node-system.ts';
import { lockFolder } from '../../../src/main/db/folder-lock.ts';

/** Holds a folder until it is killed or told to stop: `node lock-holder.ts DIR`. Says "held" or "refused". */

const lock = await lockFolder(process.argv[2] ?? '', { waitMs: 0, clock: systemClock });
writeSync(1, lock ? 'held\n' : 'refused\n');
if (lock) {
  process.stdin.resume();
  process.stdin.once('end', () => lock.release());
}
