import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { FilePlaces } from '../ports/file-places.ts';
import type { Log } from '../ports/log.ts';
import type { Printer } from '../ports/printer.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { SlipSaver } from '../ports/slip-saver.ts';

/** What a host brings: where to keep things, and its own ways to secrets, paper and the log. */
export interface AppOptions {
  /** live/ and training/ lie below it, and settings.json */
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
  secrets: Secrets;
  printer: Printer;
  /** left out by a host that can put no slip into a file */
  saver?: SlipSaver;
  /** left out by a host that takes and gives no files */
  places?: FilePlaces;
  log: Log;
  version: string;
}

/** The whole counter, ready to be served by a host. */
export interface App {
  /** every procedure of the contract; a handler expects input that its schema has already parsed */
  handlers: Handlers;
  subscribe(listener: (event: KonterEvent) => void): () => void;
  mode(): 'training' | 'live';
  /** the machine woke up or the network changed: ask the relay at once */
  wake(): void;
  /** finishes what is in flight, saves everything, and lets go of the folder */
  close(): Promise<void>;
}

/** Opens the counter on a folder. Rejects with JournalFault when the folder or its database cannot be used. */
export type OpenApp = (options: AppOptions) => Promise<App>;
