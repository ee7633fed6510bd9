import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommand, usage } from '../../src/relay/cli/command-line.ts';
import { findRoute } from '../../src/relay/http/routes.ts';
import { blockAfter, operatorsPage as page } from '../support/relay.ts';

describe('the page for operators', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const unique = (found: Iterable<string>): string[] => [...new Set(found)].toSorted();
  const all = (text: string, pattern: RegExp): string[] =>
    unique([...text.matchAll(pattern)].map((one) => one[1] ?? ''));

  const settings = all(read('src/relay/cli/config.ts'), /^ {2}(RELAY_[A-Z_]+):/gm);

  test('the page names every setting that there is, and none that there is not', () => {
    expect(settings.length).toBeGreaterThan(4);
    expect(all(page, /\b(RELAY_[A-Z_]+)\b/g)).toEqual(settings);
    expect(all(usage({}), /\b(RELAY_[A-Z_]+)\b/g)).toEqual(settings);
  });

  test('the settings file, the unit and the script agree on where things are', () => {
    const unit = blockAfter('/etc/systemd/system/konter-relay.service');
    const script = blockAfter('/usr/local/bin/konter-relay');
    const file = /^EnvironmentFile=(.+)$/m.exec(unit)?.[1] ?? 'none';
    const start = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? 'none';
    expect(page).toContain(`\`${file}\`;`);
    expect(script).toContain(`. ${file}\n`);
    expect(script).toContain(`exec ${start} "$@"`);
    const state = /^StateDirectory=(.+)$/m.exec(unit)?.[1] ?? 'none';
    expect(blockAfter('`/etc/konter-relay.env`; make')).toContain(`RELAY_DATABASE_URL=sqlite:/var/lib/${state}/`);
  });

  test('the unit lets the relay ask what its own addresses are, and whoever has just started it waits until it answers', () => {
    const unit = blockAfter('/etc/systemd/system/konter-relay.service');
    expect(/^RestrictAddressFamilies=(.+)$/m.exec(unit)?.[1]?.split(' ')).toContain('AF_NETLINK');
    const asked = [...page.matchAll(/^curl (.+) http:\S+\/readyz$/gm)].map((one) => one[1] ?? '');
    expect(asked).toHaveLength(2);
    for (const how of asked) expect(how).toContain('--retry-connrefused');
  });

  test('systemd starts it again however often it could not start, but for a wrong setting or a wrong Node', () => {
    const [before = '', service = ''] = blockAfter('/etc/systemd/system/konter-relay.service').split('[Service]');
    expect(before).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(service).toMatch(/^Restart=always$/m);
    expect(service).toMatch(/^RestartPreventExitStatus=2 78$/m);
  });

  test('copies are to be started with the options that they are measured with', () => {
    const measured = /optionsOfCopies = \[(.+)\];$/m.exec(read('bench/relay-load/relay-server.ts'))?.[1] ?? 'none';
    const options = measured.replaceAll(/[',]/g, '');
    const start = /^ExecStart=(\S+) (.+)$/m.exec(blockAfter('/etc/systemd/system/konter-relay.service')) ?? [];
    expect(page.slice(page.indexOf('## PostgreSQL'))).toContain(`\`ExecStart=${start[1]} ${options} ${start[2]}\``);
  });

  test('the web server lets through what counters and the payment service ask, and not the metrics', () => {
    const caddyfile = blockAfter('`/etc/caddy/Caddyfile`');
    expect(caddyfile).toContain('reverse_proxy 127.0.0.1:8787');
    expect(read('src/relay/cli/config.ts')).toContain('default(8787)');
    const patterns = (/@public path (.+)/.exec(caddyfile)?.[1] ?? '').split(' ');
    const passes = (path: string): boolean =>
      patterns.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));
    for (const path of ['/hooks/m', '/hooks/m/r', '/v1/mailboxes/m/events', '/v1/mailboxes/m/ack', '/healthz']) {
      expect([path, findRoute(path) !== null, passes(path)]).toEqual([path, true, true]);
    }
    expect([findRoute('/metrics'), passes('/metrics')]).toEqual([null, false]);
    expect([findRoute('/readyz')?.method, passes('/readyz')]).toEqual(['GET', false]);
  });

  test('every command on the page and in the README is understood', () => {
    const text = `${page}\n${read('README.md')}`;
    const lines = [...text.matchAll(/(?:npm run relay --|\bkonter-relay) ((?:mailbox|restored)[^\n`|#<]*)/g)];
    const commands = lines.map((line) => (line[1] ?? '').trim());
    expect(commands.length).toBeGreaterThan(15);
    const verbs = commands.map((command) => parseCommand(command.split(/\s+/)).verb);
    const mailbox = ['create', 'list', 'rotate-secret', 'retire-secret', 'rotate-token', 'disable', 'enable', 'delete'];
    expect(unique(verbs)).toEqual(unique([...mailbox, 'replay', 'restored']));
  });

  test('the help text names each command as it is called: on a server, and by npm in the project', () => {
    for (const [env, program] of [
      [{}, 'konter-relay'],
      [{ npm_lifecycle_event: 'relay' }, 'npm run relay --'],
    ] as const) {
      const commands = [...usage(env).matchAll(/^ {2}(\S.* (?:mailbox|restored).*)$/gm)].map(([, line]) => line ?? '');
      expect(commands).toHaveLength(11);
      expect(commands.filter((line) => !line.startsWith(`${program} `))).toEqual([]);
    }
    expect(usage({ npm_lifecycle_event: 'relay' })).toContain('\n  npm run relay\n');
  });

  test('every metric to watch is one that the relay counts', () => {
    const counted = read('src/relay/http/metrics.ts');
    const names = all(page, /\b(relay_[a-z_]+)\b/g).filter((name) => name !== 'relay_dump');
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(counted).toContain(`'${name.replace(/_bucket$/, '')}'`);
  });

  test('the files for operators say what the page says', () => {
    expect(read('deploy/relay/systemd/konter-relay.service')).toBe(
      `${blockAfter('/etc/systemd/system/konter-relay.service').trimEnd()}\n`,
    );
    const rules = read('deploy/relay/prometheus/alerts.yml');
    const table = page.slice(page.indexOf('| alert when'), page.indexOf('## Sizing'));
    const expressions = all(table, /^\|[^|]+\| `([^`]+)`/gm);
    expect(expressions.length).toBeGreaterThan(8);
    for (const expression of expressions) expect(rules).toContain(`expr: ${expression}\n`);
  });
});
