import { stat, statfs } from 'node:fs/promises';
import { arch, freemem, homedir, release, totalmem, uptime } from 'node:os';
import { ok } from '../../shared/contract/errors.ts';
import type { Status } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings, SettingsView } from '../../shared/contract/settings.ts';
import { maskedText, type RecentTrouble, type Trouble } from '../base/log/masked-log.ts';
import type { Clock } from '../base/system.ts';
import { schemaVersion } from '../db/migrate.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { flatten, type ShopSettings } from '../settings/index.ts';
import type { CrashMarker } from './crash-marker.ts';

/** Reported as "set" only: they identify the shop or lead into its mailbox. */
const presenceOnly = new Set([
  'shop.name',
  'shop.address',
  'shop.phone',
  'shop.footer',
  'qris.code',
  'qris.triedCode',
  'relay.mailbox',
]);

/** Reported without the path, into which some services put a key. */
const hostOnly = new Set(['provider.url', 'provider.proxy', 'relay.url', 'updates.url']);

interface ReportDeps {
  dataDir: string;
  version: string;
  clock: Clock;
  trouble: Pick<RecentTrouble, 'list'>;
  lastRun: Pick<CrashMarker, 'wasUnclean'>;
  runtime(): {
    mode: 'training' | 'live';
    db: Pick<SalesStore, 'head' | 'restored' | 'terminal'>;
    journalPath: string;
    /** see Connection */
    connection: { clockAheadMs(): number | null };
  };
  readStatus(): Promise<Status>;
  shop: ShopSettings;
  /** requests that are with the provider now */
  sending(): number;
}

export function diagnosticsHandlers(deps: ReportDeps): Pick<Handlers, 'diagnostics.get'> {
  return { 'diagnostics.get': async () => ok({ text: await diagnose(deps) }) };
}

type Line = [string, string];

/**
 * The counter's diagnostics as lines to paste into a chat with support. Holds counts, kinds and times; no customer, no amount,
 * no secret, no address beyond its host. In English, because support needs one language for all shops.
 */
async function diagnose(deps: ReportDeps): Promise<string> {
  const { runtime, shop, clock } = deps;
  const { mode } = runtime();
  const sections: [string, Line[]][] = [
    [`Konter ${deps.version}, ${mode}, ${new Date(clock.now()).toISOString()}`, machineLines()],
    ['Work', await workLines(deps)],
    ['Database', await databaseLines(deps)],
    ['Clock', clockLines(deps)],
    ['Settings', settingsLines(await shop.view(mode))],
    ['Last troubles', troubleLines(deps.trouble.list())],
  ];
  return sections.map(([title, lines]) => [title, ...lines.map(line)].join('\n')).join('\n\n');
}

const line = ([name, value]: Line): string => `  ${name}: ${maskedText(value)}`;

async function workLines({ readStatus, sending, lastRun }: ReportDeps): Promise<Line[]> {
  const status = await readStatus();
  const { unresolved, relay, provider, prints, backup, notWritten, missing } = status;
  const counts = Object.entries(unresolved).map(([state, { count }]) => `${state} ${count}`);
  return [
    ['last run', lastRun.wasUnclean ? 'broken off (killed, crashed, or no power)' : 'ended well'],
    ['missing', missing.length === 0 ? 'nothing' : missing.join(', ')],
    ['provider', `${provider.state}, ${provider.at ?? 'never'}`],
    ['relay', `${relay.state}, last polled ${relay.lastPolledAt ?? 'never'}`],
    ['with the provider now', String(sending())],
    [
      'unresolved',
      `${counts.join(', ')}; overdue ${status.overdue.count}; oldest ${status.oldestUnresolvedAt ?? 'none'}`,
    ],
    ['cash held, to return', `${status.cashHeld.count}, ${status.cashToReturn.count} sales`],
    ['webhooks quarantined', String(status.quarantined)],
    ['answers not on disk', `${notWritten.count}${notWritten.reason === null ? '' : `, ${notWritten.reason}`}`],
    [
      'prints',
      `${prints.waiting} waiting, ${prints.unknown} perhaps printed, held up by ${prints.blocked ?? 'nothing'}`,
    ],
    [
      'copies',
      `last ${backup.lastAt ?? 'never'}, read back ${backup.lastVerifiedAt ?? 'never'}, fault ${backup.error ?? 'none'}`,
    ],
  ];
}

async function databaseLines({ runtime, shop, dataDir, clock }: ReportDeps): Promise<Line[]> {
  const { db, journalPath } = runtime();
  const begun = clock.monotonic();
  const { seq } = await db.head();
  const tookMs = clock.monotonic() - begun;
  const { folder } = shop.config().settings.backup;
  const { restored } = db;
  return [
    ['terminal', db.terminal],
    ['size', `${await sizeOf(journalPath)}, not merged yet ${await sizeOf(`${journalPath}-wal`)}`],
    ['version', String(schemaVersion)],
    ['events', `${seq}, the last read in ${tookMs.toFixed(1)} ms`],
    ['put back', restored === null ? 'never' : `${restored.reason}, ${restored.at}`],
    ['folder', withoutHome(dataDir)],
    ['disk', await diskSpace(dataDir)],
    ['disk of the copies', folder === null ? 'the same' : await diskSpace(folder)],
  ];
}

async function sizeOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size }) => formatBytes(size),
    () => 'none',
  );
}

function clockLines({ runtime, clock, shop }: ReportDeps): Line[] {
  const { timeZone } = shop.config().settings;
  const ahead = runtime().connection.clockAheadMs();
  const words =
    ahead === null ? 'not known (no answer yet)' : `${Math.abs(ahead) / 1000} s ${ahead > 0 ? 'behind' : 'ahead of'}`;
  return [
    ['against the relay', ahead === null ? words : `this machine is ${words} it`],
    ['zones', `shop ${timeZone}, system ${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
    ['now', new Date(clock.now()).toISOString()],
  ];
}

function troubleLines(troubles: readonly Trouble[]): Line[] {
  if (troubles.length === 0) return [['since the start', 'none']];
  return troubles.map(({ at, level, message, facts, times }) => [
    `${new Date(at).toISOString()} ${level}`,
    `${message}${Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`}${times > 1 ? ` (${times} times)` : ''}`,
  ]);
}

/** The settings in force as lines, without secrets and without the shop's identity. */
function settingsLines(view: SettingsView): [string, string][] {
  const secrets = Object.entries(view.secrets).map(([name, isSet]) => `${name} ${isSet ? 'set' : 'not set'}`);
  return [
    ...[...flatten(view.settings)]
      .filter(([name]) => name !== 'printers')
      .map(([name, value]): [string, string] => [name, formatSetting(name, value)]),
    ['printers', printers(view.settings)],
    ['secrets', secrets.join(', ')],
    ['fixed from outside', view.locked.length === 0 ? 'nothing' : view.locked.join(', ')],
  ];
}

function formatSetting(name: string, value: unknown): string {
  if (presenceOnly.has(name)) return value === null || value === '' ? 'not set' : 'set';
  if (typeof value === 'string' && hostOnly.has(name) && URL.canParse(value)) return new URL(value).host;
  if (typeof value === 'string') return withoutHome(value);
  return JSON.stringify(value);
}

function printers({ printers: all }: Settings): string {
  return all.length === 0
    ? 'none (system dialog)'
    : all.map(({ transport, columns }) => `${transport.kind}, ${columns} columns`).join('; ');
}

const steps = [
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
] as const;

/** At most five digits, so that the log's mask does not hide it. */
function formatBytes(bytes: number): string {
  const [unit, size] = steps.find(([, size]) => bytes < size * 10_000) ?? steps[2];
  return `${Math.round(bytes / size)} ${unit}`;
}

/** Replaces the home folder, which contains the user's name. */
export function withoutHome(path: string, home = homedir()): string {
  return home !== '' && path.startsWith(home) ? `~${path.slice(home.length)}` : path;
}

/** Free and total space of a folder's disk. */
async function diskSpace(folder: string): Promise<string> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return `${formatBytes(bavail * bsize)} free of ${formatBytes(blocks * bsize)}`;
  } catch {
    return 'not available';
  }
}

function machineLines(): [string, string][] {
  const { electron, chrome, node } = process.versions;
  return [
    ['host', electron === undefined ? 'browser' : `desktop, Electron ${electron}, Chromium ${chrome ?? '?'}`],
    ['node', node],
    ['system', `${process.platform} ${release()} ${arch()}, up ${Math.round(uptime() / 3600)} h`],
    [
      'memory',
      `${formatBytes(process.memoryUsage().rss)} used, ${formatBytes(freemem())} of ${formatBytes(totalmem())} free`,
    ],
    ['program up', `${Math.round(process.uptime() / 60)} min`],
  ];
}
