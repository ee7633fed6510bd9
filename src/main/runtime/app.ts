import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { UpdateHindrance } from '../../shared/contract/updates.ts';
import type { PageEventFeed } from '../api/index.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Log, System } from '../base/system.ts';
import type { CustomerDisplayService, DisplayHost } from '../display/index.ts';
import type { FileDialogs } from '../files/index.ts';
import type { HostPrinter, SlipSaver } from '../printing/index.ts';
import type { ManagedSettingsPath } from '../settings/index.ts';
import type { Installer } from '../updates/index.ts';

/** What a host brings: where to keep things, and its own ways to secrets, paper and the log. */
export interface AppOptions {
  /** live/ and training/ lie below it, and settings.json */
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
  secrets: Secrets;
  printer: HostPrinter;
  /** left out by a host that can put no slip into a file */
  saver?: SlipSaver;
  /** left out by a host that takes and gives no files */
  places?: FileDialogs;
  /** of this user, apart from dataDir: the end of each log is kept there; left out, nowhere */
  stateDir?: string;
  /** where a fleet's settings may lie; left out, nowhere */
  fleet?: ManagedSettingsPath;
  /** left out by a host that has no place for a customer's display */
  displayHost?: DisplayHost;
  /** left out by a host without a window of its own */
  desktop?: Desktop;
  /** how it replaces the program, or why it cannot; left out by the browser host */
  installer?: Installer | UpdateHindrance;
  /** the file with the licences of what the program is made of; left out where there is none */
  notices?: string;
  /** multiplies every delay of the practice provider; 1 by default, as in life */
  practicePace?: number;
  log: Log;
  version: string;
}

/** What a host with a window does of the shop's wishes. */
export interface Desktop {
  /** Called at the start and after each save, with the settings in force. */
  apply(wish: DesktopSetting): void;
}

export type DesktopSetting = Pick<Settings, 'startAtLogin' | 'kiosk' | 'display'>;

/** The whole counter, ready to be served by a host. */
export interface App {
  /** every procedure of the contract; a handler expects input that its schema has already parsed */
  handlers: Handlers;
  /** what one page may hear, when it may */
  subscribe(listener: (event: KonterEvent) => void): () => void;
  /** everything that happens, for the host's own use: what a page is told of it goes through an `ear` */
  follow(listener: (event: KonterEvent) => void): () => void;
  /** an ear of one page, for a host that keeps what was told */
  ear<T>(publish: (event: KonterEvent, about: T) => void): PageEventFeed<T>;
  mode(): 'training' | 'live';
  /** what the customer's display shows, for the host that shows it */
  display: Pick<CustomerDisplayService, 'view' | 'subscribe'>;
  /** the machine woke up or the network changed: ask the relay at once */
  wake(): void;
  /** how many requests are with the provider now, whose answers a stop would have to wait for */
  sending(): number;
  /** Resolves when those are answered, or no answer can come any more. */
  answered(): Promise<void>;
  /** finishes what is in flight, saves everything, and lets go of the folder */
  close(): Promise<void>;
}

/** Opens the counter on a folder. Rejects with DatabaseError when the folder or its database cannot be used. */
export type CreateApp = (system: System, options: AppOptions) => Promise<App>;
