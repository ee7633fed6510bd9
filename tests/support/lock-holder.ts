/** Holds a folder until it is killed or told to stop: `node lock-holder.ts DIR`. Says "held" or "refused". */
import { writeSync } from 'node:fs';
import { lockFolder } from '../../src/main/db/folder-lock.ts';
import { realClock } from './real-clock.ts';

const lock = await lockFolder(process.argv[2] ?? '', { waitMs: 0, clock: realClock });
writeSync(1, lock ? 'held\n' : 'refused\n');
if (lock) {
  process.stdin.resume();
  process.stdin.once('end', () => lock.release());
}
