import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeBackup } from '../../../src/main/backup/make-backup.ts';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { nodeSystem } from '../../../src/main/base/system/node-system.ts';
import { createReserve } from '../../../src/main/db/disk-files.ts';
import { type AppOptions, createApp } from '../../../src/main/runtime/create-app.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { changedSecrets } from '../../../src/main/settings/live-config.ts';
import { fastParts } from '../fast-parts.ts';
import { liveUnanswered } from '../provider-answers.ts';
import { order, sold } from '../stored-sales.ts';

/**
 * A live counter that puts a copy back and is killed meanwhile: `node restoring-counter.ts FOLDER MS`. After the copy it
 * writes one more sale, so that what it finds later distinguishes the two. Says "restoring" and is killed so much later.
 */

const [dataDir = '', afterMs = '0'] = process.argv.slice(2);
const live = join(dataDir, 'live');
const random = { bytes: (count: number) => randomBytes(count) };
createReserve(join(live, 'reserve'), random).hold();
const db = await openShopDatabase({ path: join(live, 'journal.db'), random, kind: 'live' });
const { file } = await makeBackup(systemClock, {
  database: join(live, 'journal.db'),
  folder: join(live, 'backups'),
  makeFolder: true,
  at: new Date().toISOString(),
});
await sold(db, order(999));
await db.close();

let secrets: ReturnType<typeof changedSecrets> = {};
const options: AppOptions = {
  dataDir,
  env: liveUnanswered,
  version: '0.0.0-test',
  secrets: {
    read: async (name) => secrets[name] ?? null,
    async write(changes) {
      secrets = changedSecrets(secrets, changes);
    },
  },
  printer: { print: async () => ({ kind: 'handed_over' }) },
  log: { info() {}, warn() {}, error() {} },
};
const app = await createApp(nodeSystem, options, fastParts);
await app.handlers['settings.save']({ supervisorPin: { next: '1234' } });
process.stdout.write('restoring\n');
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(afterMs));
const restored = await app.handlers['backups.restore']({ file: file.file, pin: '1234' });
process.stdout.write(`${JSON.stringify(restored)}\n`);
