/** The thread for tasks that read whole databases. */

import { nodeSystem } from '../base/system/node-system.ts';
import { serveCalls } from '../base/worker-pool.ts';
import { databaseTaskHandler } from './database-task-handler.ts';

serveCalls(databaseTaskHandler(nodeSystem));
