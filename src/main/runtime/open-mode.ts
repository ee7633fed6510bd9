import type { KonterEvent } from '../../shared/contract/events.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { backupFolder } from '../backup/index.ts';
import type { foldersOf } from '../base/data-dir.ts';
import type { Secrets } from '../base/secrets.ts';
import { isoNow, type Log, type System } from '../base/system.ts';
import { openLiveConnection } from '../connection/index.ts';
import { readCustomerDigest } from '../customers/index.ts';
import type { FileDialogs } from '../files/index.ts';
import { type HostPrinter, openPrintService, type Printers, slipOf } from '../printing/index.ts';
import type { KeyRing } from '../proofs/index.ts';
import { checkSecretsReadable, counterRules, isOnLoopback, type ShopSettings } from '../settings/index.ts';
import { resetForgottenPin, type StaffService } from '../staff/index.ts';
import { openTraining, type PracticePrinter, stockPractice } from '../training/index.ts';
import { type CounterRuntime, openRuntime } from './counter-runtime.ts';

/** What outlives a change between training and live. */
export interface ModeParts {
  system: System;
  folders: ReturnType<typeof foldersOf>;
  shop: ShopSettings;
  secrets: Secrets;
  people: StaffService;
  /** the shop's own */
  printers: Printers;
  practicePrinter: PracticePrinter;
  practicePace: number;
  host: HostPrinter;
  places: FileDialogs | null;
  proofKeys: KeyRing;
  log: Log;
  /** see RuntimeOptions */
  olderJournal(mailbox: string, cursor: string): void;
  publish(event: KonterEvent): void;
  statusChanged(): void;
}

/** Opens the counter's world in one mode: its own database, its own connection, its own people and paper. */
export async function openMode(mode: 'training' | 'live', parts: ModeParts): Promise<CounterRuntime> {
  const { system, folders, shop, secrets, people, practicePrinter, proofKeys, log, publish, statusChanged } = parts;
  const settings = () => shop.config().settings;
  const place = folders[mode];
  practicePrinter.put('away');
  const printers = mode === 'training' ? practicePrinter.among(parts.printers) : parts.printers;
  const opened = await openRuntime({
    system,
    mode,
    folder: place.folder,
    journalPath: place.journal,
    headFile: folders.headFile,
    connection:
      mode === 'live'
        ? openLiveConnection(system, shop.config(), statusChanged)
        : await openTraining({ system, folder: place.folder, pace: parts.practicePace, log, changed: statusChanged }),
    rules: () => counterRules(settings(), mode),
    supervisor: (given) => people.pin.check(given),
    secondPerson: (given) => people.secondPin.check(given),
    backupEncryption: async () => ({
      encrypt: settings().backup.encrypt,
      passphrase: await secrets.read('backupPassphrase').catch(() => null),
    }),
    backupFolder: () => backupFolder(folders.live.folder, settings().backup.folder),
    localTime(at) {
      const { day, time } = wallClock(Date.parse(at), settings().timeZone);
      return `${day}T${time}`;
    },
    // Practice knows nobody, and leaves no key behind.
    customerDigest: mode === 'live' ? await readCustomerDigest(secrets, system.random, log) : null,
    // What is erased without the kept key is never recognised again.
    maskAfterDays: () =>
      mode === 'live' && checkSecretsReadable(shop.config()) === null ? settings().maskAfterDays : null,
    forgetStatements: async () => parts.places?.forgetStatements?.(),
    openPrints: (opening) =>
      openPrintService({
        ports: opening.ports,
        printers,
        host: parts.host,
        settings,
        slipOf: (sale, copy) => slipOf(sale, copy, { runtime: () => opening, settings, proofKeys }),
        slipWords: () => ({ ...settings(), training: mode === 'training' }),
        publish,
        statusChanged,
      }),
    providerOnLoopback: mode === 'live' && isOnLoopback(settings().provider.url),
    olderJournal: (mailbox, cursor) => {
      if (mode === 'live') parts.olderJournal(mailbox, cursor);
    },
    autoPrint: () => settings().autoPrint && printers.defaultPrinter() !== null,
    log,
    publish,
    statusChanged,
  });
  try {
    await moveIn(mode, opened, parts);
    return opened;
  } catch (error) {
    // It listens already: left open, it would apply webhooks beside the world that takes its place, and keep its database.
    await opened.close();
    throw error;
  }
}

/** What a world that is open needs before anybody works in it. */
async function moveIn(
  mode: 'training' | 'live',
  { journal, counter }: CounterRuntime,
  { system: { clock }, folders, people, log }: ModeParts,
): Promise<void> {
  await people.openDirectory(journal.people, mode);
  await resetForgottenPin(folders.forgottenPin, people, journal.people, {
    at: isoNow(clock),
    log,
    // Money that is not settled must be reachable, whether or not this can be done.
  }).catch(() => log.error('the file for a forgotten PIN could not be answered'));
  if (mode === 'training') await stockPractice(counter, journal, clock.now());
}
