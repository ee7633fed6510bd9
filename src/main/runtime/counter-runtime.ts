import { EventEmitter } from 'node:events';
import type Database from 'better-sqlite3';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { foldersOf } from '../base/data-dir.ts';
import { type CounterEvents, openFeatures } from '../base/feature.ts';
import type { Role } from '../base/role.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Log, System } from '../base/system.ts';
import type { RunTask } from '../db/database-tasks.ts';
import {
  beforeDatabase,
  type FileDialogs,
  shippedParts as featureParts,
  type HostPrinter,
  type KeyRing,
  type Older,
  overDatabase,
  type PracticePrinter,
  type Printers,
  type ShopSettings,
  type StaffService,
} from './features.ts';
import { openCounterDatabase, openShopDatabase, shopDatabase } from './shop-database.ts';

/** Parts that the simulation watches, ends with their process, or plants a bug in. */
export const shippedParts = { ...featureParts, openDatabase: openShopDatabase };
export type AppParts = typeof shippedParts;

/** What the features of a mode need of the program, which outlives a switch between training and live. */
interface Program {
  role: Role;
  system: System;
  parts: AppParts;
  folders: ReturnType<typeof foldersOf>;
  secrets: Secrets;
  shop: ShopSettings;
  people: StaffService;
  shopPrinters: Printers;
  practicePrinter: PracticePrinter;
  /** multiplies every delay of the practice provider */
  practicePace: number;
  printer: HostPrinter;
  fileDialogs: FileDialogs | null;
  proofKeys: KeyRing;
  log: Log;
  runTask: RunTask;
  /** Called until the database is opened again. */
  olderJournal(notice: Older): void;
  publish(event: KonterEvent): void;
  /** something that the status shows has changed */
  statusChanged(): void;
}

/** One counter at work: a database, a connection and the services of every feature. Training and live share none of them. */
export type CounterRuntime = Awaited<ReturnType<typeof openRuntime>>;

/** Opens the counter in one mode. Features are closed in reverse order, also when a later one cannot be opened. */
export async function openRuntime(mode: 'training' | 'live', program: Program) {
  const closers: ((last: boolean) => unknown)[] = [];
  /** @param last the program ends: a last backup is made where that is quickly done */
  const close = async (last = false): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer(last);
  };
  const { system, folders, shop } = program;
  const { folder, database: journalPath } = folders[mode];
  const events = new EventEmitter<CounterEvents>();
  try {
    const connected = await openFeatures(
      'open',
      {
        ...program,
        mode,
        folder,
        journalPath,
        events,
        settings: () => shop.config().settings,
        databases: {
          over: (db: Database.Database) => shopDatabase({ db, random: system.random, release: () => undefined }),
          open: (path: string) => openShopDatabase({ path, random: system.random }),
        },
        onClose: (closer: (typeof closers)[number]) => void closers.push(closer),
      },
      beforeDatabase,
    );
    const { db } = await openCounterDatabase(connected);
    const services = await openFeatures('open', { ...connected, db }, overDatabase);
    return { ...services, wake: () => events.emit('wake'), close };
  } catch (error) {
    await close();
    throw error;
  }
}
