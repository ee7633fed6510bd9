import type { Settings, SettingsView } from '../../../shared/contract/settings.ts';
import { leavesOf } from '../settings/setting-names.ts';
import { withoutHome } from './about-machine.ts';

/** Said as "set" only: who the shop is, and what leads into its mailbox. */
const onlyWhether = new Set(['shop.name', 'shop.address', 'shop.phone', 'shop.footer', 'relay.mailbox']);
/** Said without path, which some services put a key into. */
const onlyHost = new Set(['provider.url', 'provider.proxy', 'relay.url', 'updates.url']);

/** The settings in force as lines, without a secret and without saying whose shop it is. */
export function settingsLines(view: SettingsView): [string, string][] {
  const secrets = Object.entries(view.secrets).map(([name, isSet]) => `${name} ${isSet ? 'set' : 'not set'}`);
  return [
    ...[...leavesOf(view.settings)]
      .filter(([name]) => name !== 'printers')
      .map(([name, value]): [string, string] => [name, shown(name, value)]),
    ['printers', printers(view.settings)],
    ['secrets', secrets.join(', ')],
    ['fixed from outside', view.locked.length === 0 ? 'nothing' : view.locked.join(', ')],
  ];
}

function shown(name: string, value: unknown): string {
  if (onlyWhether.has(name)) return value === null || value === '' ? 'not set' : 'set';
  if (typeof value === 'string' && onlyHost.has(name) && URL.canParse(value)) return new URL(value).host;
  if (typeof value === 'string') return withoutHome(value);
  return JSON.stringify(value);
}

function printers({ printers: all }: Settings): string {
  return all.length === 0
    ? 'none (system dialog)'
    : all.map(({ transport, columns }) => `${transport.kind}, ${columns} columns`).join('; ');
}
