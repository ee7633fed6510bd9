import { stat } from 'node:fs/promises';
import { schemaVersion } from '../../journal/schema/migrate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LastRun } from '../last-run.ts';
import { maskedText } from '../log/masked.ts';
import type { RecentTrouble, Trouble } from '../log/recent-trouble.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { readStatus } from '../status.ts';
import type { World } from '../world.ts';
import { diskRoom, machineLines, roomInWords, withoutHome } from './about-machine.ts';
import { settingsLines } from './settings-lines.ts';

/** One run of the program. */
export interface Run {
  dataDir: string;
  version: string;
  clock: Clock;
  trouble: Pick<RecentTrouble, 'list'>;
  lastRun: Pick<LastRun, 'brokenOff'>;
}

export interface DiagnosisParts extends Run {
  world(): World;
  shop: ShopSettings;
  sending(): number;
}

type Line = [string, string];

/**
 * How this counter is, as lines to paste into a chat with whoever helps. Holds counts, kinds and times; no customer, no
 * amount, no secret, no address beyond its host. In English, as those who read it need one language for all shops.
 */
export async function diagnose(parts: DiagnosisParts): Promise<string> {
  const { world, shop, clock } = parts;
  const { mode } = world();
  const sections: [string, Line[]][] = [
    [`Konter ${parts.version}, ${mode}, ${new Date(clock.now()).toISOString()}`, machineLines()],
    ['Work', await workLines(parts)],
    ['Database', await databaseLines(parts)],
    ['Clock', clockLines(parts)],
    ['Settings', settingsLines(await shop.view(mode))],
    ['Last troubles', troubleLines(parts.trouble.list())],
  ];
  return sections.map(([title, lines]) => [title, ...lines.map(line)].join('\n')).join('\n\n');
}

const line = ([name, value]: Line): string => `  ${name}: ${maskedText(value)}`;

async function workLines({ world, shop, sending, version, lastRun }: DiagnosisParts): Promise<Line[]> {
  const status = await readStatus(world(), { version, supervisorPinSet: await shop.pin.isSet() });
  const { unresolved, relay, provider, prints, backup, notWritten, missing } = status;
  const counts = Object.entries(unresolved).map(([state, { count }]) => `${state} ${count}`);
  return [
    ['last run', lastRun.brokenOff ? 'broken off (killed, crashed, or no power)' : 'ended well'],
    ['missing', missing.length === 0 ? 'nothing' : missing.join(', ')],
    ['provider', `${provider.state}, ${provider.at ?? 'never'}`],
    ['relay', `${relay.state}, last polled ${relay.lastPolledAt ?? 'never'}`],
    ['with the provider now', String(sending())],
    [
      'unresolved',
      `${counts.join(', ')}; overdue ${status.overdue.count}; oldest ${status.oldestUnresolvedAt ?? 'none'}`,
    ],
    ['cash held, to return', `${status.cashHeld.count}, ${status.cashToReturn.count} sales`],
    ['webhooks set aside', String(status.setAside)],
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

async function databaseLines({ world, shop, dataDir, clock }: DiagnosisParts): Promise<Line[]> {
  const { journal, journalPath } = world();
  const begun = clock.monotonic();
  const { seq } = await journal.head();
  const tookMs = clock.monotonic() - begun;
  const { folder } = shop.config().settings.backup;
  const { restored } = journal;
  return [
    ['terminal', journal.terminal],
    ['size', `${await sizeOf(journalPath)}, not merged yet ${await sizeOf(`${journalPath}-wal`)}`],
    ['version', String(schemaVersion)],
    ['events', `${seq}, the last read in ${tookMs.toFixed(1)} ms`],
    ['put back', restored === null ? 'never' : `${restored.reason}, ${restored.at}`],
    ['folder', withoutHome(dataDir)],
    ['disk', await diskRoom(dataDir)],
    ['disk of the copies', folder === null ? 'the same' : await diskRoom(folder)],
  ];
}

async function sizeOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size }) => roomInWords(size),
    () => 'none',
  );
}

function clockLines({ world, clock, shop }: DiagnosisParts): Line[] {
  const { timeZone } = shop.config().settings;
  const ahead = world().connection.clockAheadMs();
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
  return troubles.map(({ at, level, what, facts, times }) => [
    `${new Date(at).toISOString()} ${level}`,
    `${what}${Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`}${times > 1 ? ` (${times} times)` : ''}`,
  ]);
}
