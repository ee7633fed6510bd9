import type { Vault } from '../../../server/credentials.ts';
import type { Database } from '../../../server/database.ts';
import { vaultOf } from '../../../server/metadata.ts';
import type { Clock, ErrorReporter } from '../../../server/ports.ts';
import { isAway, isRefusal } from '../../../server/postgres.ts';
import { ConfigError } from '../../../server/startup-errors.ts';
import type { Store } from '../../core/store.ts';
import { openStore } from '../open-store.ts';
import type { OpenStore } from '../store.ts';
import { SpoolFile } from './spool-file.ts';
import { createSpooledStore } from './spooled-store.ts';

export interface SpoolSettings {
  /** the file, of this instance alone */
  path: string;
  /** of webhooks, approximately */
  maxBytes: number;
}

interface OverSpool {
  store: Store;
  vault: Vault;
  /** null: it cannot be used, and webhooks get 500 while the database is away */
  spool: Pick<SpoolFile, 'count' | 'bytes' | 'hasRoom'> | null;
}

/**
 * Opens a PostgreSQL with a spool before it. Where the database is away, but was open with this spool before, the store takes webhooks
 * from now on, and the database is opened as soon as it answers. Rejects as openStore does, and with ConfigError where webhooks of
 * another database wait in the spool. A spool that cannot be used is reported, and done without.
 * @param masterKey 32 bytes
 */
export async function openOverSpool(options: {
  database: Database;
  masterKey: Uint8Array;
  settings: SpoolSettings;
  clock: Clock;
  errors: ErrorReporter;
}): Promise<OverSpool> {
  const { database, masterKey, settings, clock, errors } = options;
  const spool = openFile(settings, errors);
  if (spool === null) return { ...(await openStore(database, masterKey)), spool };
  const spooled = createSpooledStore({ spool, clock, errors, isRefusal, isAway });
  try {
    const opened = await openStore(database, masterKey);
    if (spool.isWaiting() && spool.databaseMark() !== opened.mark) {
      await opened.store.close();
      throw new ConfigError(`${settings.path}: webhooks of another database wait in it; start the relay with that one`);
    }
    spool.beginFor(opened.mark);
    spooled.attach(opened);
    return { store: spooled.store, vault: opened.vault, spool };
  } catch (error) {
    const mark = spool.databaseMark();
    if (mark === null || !isAway(error)) {
      spool.close();
      throw error;
    }
    const vault = vaultOf(mark, masterKey, 'relay');
    errors.report('the database is away; webhooks go into the spool', error);
    spooled.attachLater(() => openMarked(database, masterKey, mark));
    return { store: spooled.store, vault, spool };
  }
}

/** Opens the database of this mark, and no other that answers in its place. */
async function openMarked(database: Database, masterKey: Uint8Array, mark: string): Promise<OpenStore> {
  const opened = await openStore(database, masterKey);
  if (opened.mark === mark) return opened;
  await opened.store.close();
  throw new Error('this is another database than the one that the spool is of');
}

function openFile({ path, maxBytes }: SpoolSettings, errors: ErrorReporter): SpoolFile | null {
  try {
    return new SpoolFile(path, maxBytes);
  } catch (error) {
    errors.report('the spool cannot be used: webhooks get 500 while the database is away', error);
    return null;
  }
}
