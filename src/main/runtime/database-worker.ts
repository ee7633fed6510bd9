/** The thread for tasks that read whole databases. */

import { systemClock, systemRandom } from '../base/system/clock-and-random.ts';
import { serveCalls } from '../base/worker-pool.ts';
import { databaseTaskHandler } from './database-task-handler.ts';

serveCalls(databaseTaskHandler({ clock: systemClock, random: systemRandom }));
