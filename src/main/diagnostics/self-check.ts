import { access, constants, statfs } from 'node:fs/promises';
import type { ConnectionTest, Settings } from '../../shared/contract/settings.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import { foldersOf } from '../base/data-dir.ts';
import { isFileMissing } from '../base/json-file.ts';
import { errorFacts } from '../base/log/masked-log.ts';
import type { Role } from '../base/role.ts';
import { type Secrets, SecretsError } from '../base/secrets.ts';
import type { Clock, System } from '../base/system.ts';
import { missingFor, tryConnection } from '../connection/index.ts';
import { lockFolder, probeDatabase } from '../db/open-database.ts';
import { cupsQueues, openPrinterSession } from '../printing/index.ts';
import {
  EnvironmentError,
  type LiveConfig,
  ManagedSettingsError,
  type ManagedSettingsPath,
  peekSettings,
  readEnvironment,
  readLiveConfig,
  readManagedSettings,
  startMode,
} from '../settings/index.ts';
import { readRunStatus } from './crash-marker.ts';
import { withoutHome } from './report.ts';

const checkedParts = ['settings', 'database', 'provider', 'relay', 'printer'] as const;
type CheckedPart = (typeof checkedParts)[number];

/** The result of one check. "skipped": it could not be made now, and that is no fault. */
export interface Finding {
  component: CheckedPart;
  verdict: 'ok' | 'fault' | 'skipped';
  /** in English, for the installer */
  message: string;
}

interface Verdict {
  /** the exit code: 0 when all is well, else the sum of `codeOf` for all faults */
  code: number;
  findings: Finding[];
}

/**
 * Exit codes, one bit for each part, so that a sum names all of them. 1 is for a check that failed itself.
 * docs/administration.md lists them.
 */
export const codeOf: Readonly<Record<CheckedPart, number>> = {
  settings: 2,
  database: 8,
  provider: 16,
  relay: 32,
  printer: 64,
};

/** Several printers at fault count once. */
function verdictOf(findings: Finding[]): Verdict {
  const faulty = new Set(findings.filter(({ verdict }) => verdict === 'fault').map(({ component }) => component));
  return { code: [...faulty].reduce((sum, component) => sum + codeOf[component], 0), findings };
}

const signs = { ok: 'ok     ', fault: 'FAULT  ', skipped: 'skipped' } as const;

/** For a person: a line for each part and a summary. */
export function verdictLines({ code, findings }: Verdict): string {
  const lines = findings.map(
    ({ component, verdict, message }) => `${signs[verdict]} ${component.padEnd(8)} ${message}`,
  );
  return [...lines, code === 0 ? 'All is well (0).' : `Not all is well (${code}).`].join('\n');
}

const answerWithinMs = 5_000;

/** A month of backups and some days of selling need at least this. */
const minFreeBytes = 500 * 1024 * 1024;

const faults = {
  full: 'the disk is full',
  read_only: 'it cannot be written to',
  corrupt: 'it is damaged: leave it as it is, and put a copy back',
  locked: 'another program holds it',
  newer: 'it was written by a newer Konter',
  closed: 'it is closed',
  other: 'it cannot be opened',
} as const;

interface SelfCheckOptions {
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
  fleet: ManagedSettingsPath;
  secrets: Pick<Secrets, 'read'>;
  role: Role;
}

/**
 * Checks whether a counter on this folder could sell, or an office follow: settings, database, provider, relay, printers. Buys nothing, prints
 * nothing, writes nothing. It may run beside the counter; then it leaves the mailbox alone and asks the counter how the relay
 * answers.
 */
export async function selfCheck(system: System, options: SelfCheckOptions): Promise<Verdict> {
  const config = await readConfig(options);
  if (typeof config === 'string') return verdictOf([{ component: 'settings', verdict: 'fault', message: config }]);
  const folders = foldersOf(options.dataDir);
  const { role } = options;
  const isOffice = role === 'office';
  const mode = isOffice ? 'live' : startMode({ liveSettings: config.touched, liveJournal: folders.hasLiveJournal() });
  const [database, connection, printers] = await Promise.all([
    lookAtDatabase(options.dataDir, folders[mode].database),
    lookAtConnection(system, config, options),
    lookAtPrinters(system.clock, config.settings.printers),
  ]);
  const settings: Finding = {
    component: 'settings',
    verdict: 'ok',
    message: isOffice ? 'an office' : mode === 'live' ? 'live' : 'this counter practises',
  };
  return verdictOf([settings, database, ...connection, ...printers]);
}

/** The settings in force, or their fault. */
async function readConfig({ dataDir, env, fleet: place, secrets }: SelfCheckOptions): Promise<LiveConfig | string> {
  let secretsFault: unknown = null;
  const read: Secrets['read'] = (name) =>
    secrets.read(name).catch((error: unknown) => {
      secretsFault = error;
      throw error;
    });
  try {
    const environment = readEnvironment(env);
    const fleet = await readManagedSettings(place);
    const path = foldersOf(dataDir).settings;
    const saved: Settings | null = await peekSettings(path, fleet.defaults);
    if (saved === null) return `cannot be read: ${withoutHome(path)}`;
    return await readLiveConfig(saved, environment, { read, write: () => Promise.resolve() }, fleet);
  } catch (error) {
    if (error instanceof ManagedSettingsError || error instanceof EnvironmentError) return error.message;
    if (error instanceof SecretsError) return error.message;
    // The error's name distinguishes a locked key store from missing rights.
    const whose = error === secretsFault ? 'the kept secrets ' : '';
    return `${whose}cannot be read (${Object.values(errorFacts(error)).join(', ')})`;
  }
}

/** Whether a counter runs on this folder; false where there is no folder yet. */
async function isRunning(dataDir: string, clock: Clock): Promise<boolean> {
  try {
    const lock = await lockFolder(dataDir, { waitMs: 0, clock });
    lock?.release();
    return lock === null;
  } catch {
    return false;
  }
}

const words: Readonly<Record<ConnectionTest['provider'] | ConnectionTest['relay'], string>> = {
  ok: 'answers',
  not_configured: 'not set up',
  unreachable: 'not reached',
  refused: 'refuses: wrong headers, mailbox or token',
  bad_answer: 'answers in a way that is not the interface’s: wrong address?',
  taken: 'another counter reads this mailbox',
  no_product: 'answers, without the product that was asked for',
};

/** The relay's state as the counter on this folder sees it. */
function relayOfRunning(dataDir: string): Finding {
  const status = readRunStatus(dataDir);
  const finding = (verdict: Finding['verdict'], message: string): Finding => ({
    component: 'relay',
    verdict,
    message: `${message}, says the counter that runs on this folder`,
  });
  if (status === null) return finding('skipped', 'not known yet');
  if (status.mode === 'training') return finding('skipped', 'practice is open');
  switch (status.relay.state) {
    case 'listening':
      return finding('ok', 'answers');
    case 'starting':
      return finding('skipped', 'not known yet');
    case 'deaf':
      return finding('fault', `no answer since ${status.relay.lastPolledAt ?? 'the start'}`);
    case 'refused':
    case 'taken':
    case 'not_configured':
      return finding('fault', words[status.relay.state]);
  }
}

async function lookAtConnection(
  system: System,
  config: LiveConfig,
  { dataDir, role }: Pick<SelfCheckOptions, 'dataDir' | 'role'>,
): Promise<Finding[]> {
  const running = await isRunning(dataDir, system.clock);
  const result = await tryConnection(system, config, { relay: !running, role });
  const names = missingFor(role, config);
  const missing = names.length === 0 ? '' : ` (missing: ${names.join(', ')})`;
  const finding = (component: 'provider' | 'relay', state: keyof typeof words): Finding => ({
    component,
    verdict: state === 'ok' ? 'ok' : 'fault',
    message: `${words[state]}${state === 'not_configured' ? missing : ''}`,
  });
  const relay: Finding = result.relay === null ? relayOfRunning(dataDir) : finding('relay', result.relay);
  const provider: Finding =
    role === 'office'
      ? { component: 'provider', verdict: 'skipped', message: 'an office asks nothing of it' }
      : finding('provider', result.provider);
  return [provider, relay];
}

/** The database on the disk, its folder, and the free space. Writes nothing. */
async function lookAtDatabase(dataDir: string, journalPath: string): Promise<Finding> {
  const fault = (message: string): Finding => ({ component: 'database', verdict: 'fault', message });
  const folder = await access(dataDir, constants.W_OK).then(
    () => 'writable',
    (error: unknown) => (isFileMissing(error) ? 'missing' : 'closed'),
  );
  if (folder === 'closed') return fault(`the data folder cannot be written to: ${withoutHome(dataDir)}`);
  const look = probeDatabase(journalPath);
  if (look.kind === 'fault') return fault(faults[look.fault]);
  if (folder === 'writable' && (await freeBytes(dataDir)) < minFreeBytes) return fault('the disk is nearly full');
  const message = look.kind === 'none' ? 'none yet; the first start makes it' : `whole, ${look.events} events`;
  return { component: 'database', verdict: 'ok', message };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether each printer of the settings can be reached. Nothing is printed or sent. */
async function lookAtPrinters(clock: Clock, printers: readonly PrinterSetting[]): Promise<Finding[]> {
  if (printers.length === 0)
    return [{ component: 'printer', verdict: 'ok', message: 'none set up: the system’s dialog is used' }];
  return Promise.all(
    printers.map(async (printer): Promise<Finding> => {
      const { verdict, message } = await lookAt(clock, printer);
      return { component: 'printer', verdict, message: `${printer.name}: ${message}` };
    }),
  );
}

async function lookAt(clock: Clock, { transport }: PrinterSetting): Promise<Pick<Finding, 'verdict' | 'message'>> {
  const finding = (there: boolean, message: string) =>
    there ? ({ verdict: 'ok', message } as const) : ({ verdict: 'fault', message: `not ${message}` } as const);
  switch (transport.kind) {
    case 'tcp': {
      const session = await openPrinterSession(clock, transport, answerWithinMs);
      session?.destroy();
      return finding(session !== null, 'reached');
    }
    case 'device':
      if (process.platform === 'win32')
        return { verdict: 'skipped', message: 'a device of Windows, known when it prints' };
      return access(transport.path, constants.W_OK).then(
        () => finding(true, 'to be written to'),
        () => finding(false, 'to be written to'),
      );
    case 'system':
    case 'system-graphic': {
      const queues = process.platform === 'win32' ? null : await cupsQueues();
      if (queues === null) return { verdict: 'skipped', message: 'the system does not list its printers here' };
      const queue = queues.find(({ name }) => name === transport.name);
      return finding(queue !== undefined && queue.accepting && !queue.stopped, 'known to the system and printing');
    }
  }
}
