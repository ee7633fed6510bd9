import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { createMailbox } from '../../../relay/core/mailboxes.ts';
import { createRelay, type Relay } from '../../../relay/core/relay.ts';
import { openSqlite } from '../../../relay/store/sqlite/open.ts';
import { storeOn } from '../../../relay/store-on.ts';
import { systemClock as relayClock, systemRandom as relayRandom } from '../../../relay/system.ts';
import type { Log } from '../../ports/log.ts';

/** Of training only: nothing that is worth a secret's care. */
const Practice = z.object({
  masterKey: z.string().regex(/^[0-9a-f]{64}$/),
  secretKey: z.string().min(1),
  mailbox: z.string().min(1),
  token: z.string().min(1),
});
type Practice = z.infer<typeof Practice>;

export interface PracticeRelay extends Practice {
  relay: Relay;
  close(): Promise<void>;
}

/** With the database beside it; a practice kept in older shapes, under other names, is left where it is. */
const practiceFile = 'practice.json';

/** The public relay's core with a database of its own, inside the counter, for training. */
export async function openPracticeRelay(folder: string, log: Log): Promise<PracticeRelay> {
  let known = await readPractice(join(folder, practiceFile));
  let masterKey = known?.masterKey ?? newKey();
  let opened: Awaited<ReturnType<typeof openStore>>;
  try {
    opened = await openStore(folder, masterKey);
  } catch (error) {
    if (known === null) throw error;
    // Of another version, or damaged: a practice is worth nothing, and must not keep the counter from opening.
    log.warn('the practice relay is made anew', { error: error instanceof Error ? error.name : typeof error });
    known = null;
    masterKey = newKey();
    opened = await openStore(folder, masterKey);
  }
  const { store, vault } = opened;
  const practice = known ?? (await makePractice());
  const relay = createRelay({
    store,
    vault,
    clock: relayClock,
    complaints: { failed: (what) => log.error('the practice relay failed', { what }) },
  });
  return {
    ...practice,
    relay,
    async close() {
      relay.letGo();
      await store.close();
    },
  };

  async function makePractice(): Promise<Practice> {
    const secretKey = randomBytes(16).toString('hex');
    const parts = { store, vault, clock: relayClock, random: relayRandom };
    const made = await createMailbox(parts, { name: 'training', secret: secretKey });
    const practice = { masterKey, secretKey, ...made };
    await writeFileAtomic(join(folder, practiceFile), JSON.stringify(practice), { mode: 0o600 });
    return practice;
  }
}

const newKey = (): string => randomBytes(32).toString('hex');

/** A new key opens nothing of an old database: where the key is gone, so is the practice. */
async function openStore(folder: string, masterKey: string) {
  const path = join(folder, `practice-${masterKey.slice(0, 8)}.db`);
  return storeOn(await openSqlite(path), Buffer.from(masterKey, 'hex'));
}

async function readPractice(path: string): Promise<Practice | null> {
  try {
    return Practice.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}
