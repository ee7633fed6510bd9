import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommand, usage } from '../../src/relay/cli/command-line.ts';
import { findRoute } from '../../src/relay/http/operations.ts';
import { operatorsFile, operatorsPage as page } from '../support/relay.ts';

describe('the page for operators', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const unique = (texts: Iterable<string>): string[] => [...new Set(texts)].toSorted();
  const all = (text: string, pattern: RegExp): string[] =>
    unique([...text.matchAll(pattern)].map((one) => one[1] ?? ''));

  const settings = all(read('src/relay/cli/config.ts'), /^ {2}(RELAY_[A-Z_]+):/gm);

  test('the page names every setting that there is, and none that there is not', () => {
    expect(settings.length).toBeGreaterThan(4);
    expect(all(page, /\b(RELAY_[A-Z_]+)\b/g)).toEqual(settings);
    expect(all(usage({}), /\b(RELAY_[A-Z_]+)\b/g)).toEqual(settings);
  });

  test('the settings file, the unit and the script agree on where things are', () => {
    const unit = operatorsFile('server/konter-relay.service');
    const script = operatorsFile('server/konter-relay');
    const file = /^EnvironmentFile=(.+)$/m.exec(unit)?.[1] ?? 'none';
    const start = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? 'none';
    expect(page).toContain(` ${file}\n`);
    expect(script).toContain(`. ${file}\n`);
    expect(script).toContain(`exec ${start} "$@"`);
    const state = /^StateDirectory=(.+)$/m.exec(unit)?.[1] ?? 'none';
    expect(operatorsFile('server/konter-relay.env')).toContain(`RELAY_DATABASE_URL=sqlite:/var/lib/${state}/`);
  });

  test('the unit lets the relay ask what its own addresses are, and a start waits until it answers', () => {
    const unit = operatorsFile('server/konter-relay.service');
    expect(/^RestrictAddressFamilies=(.+)$/m.exec(unit)?.[1]?.split(' ')).toContain('AF_NETLINK');
    const commands = [...page.matchAll(/^curl (.+) http:\S+\/readyz$/gm)].map((one) => one[1] ?? '');
    expect(commands).toHaveLength(2);
    for (const command of commands) expect(command).toContain('--retry-connrefused');
  });

  test('systemd starts it again however often it could not start, but for a wrong setting or a wrong Node', () => {
    const [before = '', service = ''] = operatorsFile('server/konter-relay.service').split('[Service]');
    expect(before).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(service).toMatch(/^Restart=always$/m);
    expect(service).toMatch(/^RestartPreventExitStatus=2 78$/m);
  });

  test('instances are started with the options that they are measured with', () => {
    const measured = /optionsOfCopies = \[(.+)\];$/m.exec(read('bench/relay/relay-server.ts'))?.[1] ?? 'none';
    const options = measured.replaceAll(/[',]/g, '');
    const [alone, several] = ['', '@'].map((at) => operatorsFile(`server/konter-relay${at}.service`));
    const start = /^ExecStart=(\S+) (.+)$/m.exec(alone ?? '') ?? [];
    expect(several).toContain(`\nExecStart=${start[1]} ${options} ${start[2]}\n`);
    for (const option of options.split(' ')) expect(operatorsFile('kubernetes.yaml')).toContain(`- ${option}\n`);
    const withoutOwn = (unit = ''): string =>
      unit.replaceAll(/^(#.*|Description=.*|ExecStart=.*|Environment=.*)\n/gm, '');
    expect(withoutOwn(several)).toBe(withoutOwn(alone));
  });

  test('the web server lets through what counters and the payment service ask, and not the metrics', () => {
    expect(operatorsFile('server/Caddyfile')).toContain('reverse_proxy 127.0.0.1:8787');
    expect(read('src/relay/cli/config.ts')).toContain('default(8787)');
    const [patterns = [], ofContainers] = ['server', 'compose'].map((folder) =>
      (/@public path (.+)/.exec(operatorsFile(`${folder}/Caddyfile`))?.[1] ?? '').split(' '),
    );
    expect(ofContainers).toEqual(patterns);
    const passes = (path: string): boolean =>
      patterns.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));
    for (const path of ['/hooks/m', '/hooks/m/r', '/v1/mailboxes/m/events', '/v1/mailboxes/m/ack', '/healthz']) {
      expect([path, findRoute(path) !== null, passes(path)]).toEqual([path, true, true]);
    }
    expect([findRoute('/metrics'), passes('/metrics')]).toEqual([null, false]);
    expect([findRoute('/readyz')?.methods, passes('/readyz')]).toEqual([['GET'], false]);
  });

  test('every command on the page and in the README is understood', () => {
    const text = `${page}\n${read('README.md')}`;
    const lines = [...text.matchAll(/(?:npm run relay --|\bkonter-relay) ((?:mailbox|restored|shop)\b[^\n`|#<]*)/g)];
    const commands = lines.map((line) => (line[1] ?? '').trim());
    expect(commands.length).toBeGreaterThan(12);
    const verbs = commands.map((command) => parseCommand(command.split(/\s+/)).verb);
    const mailbox = ['create', 'list', 'rotate-secret', 'retire-secret', 'rotate-token', 'disable', 'enable', 'delete'];
    const shop = ['create', 'list', 'add', 'remove', 'rotate-key', 'trust-key', 'delete'].map((verb) => `shop ${verb}`);
    expect(unique(verbs)).toEqual(unique([...mailbox, ...shop, 'replay', 'restored']));
  });

  test('the help text names each command as it is called: on a server, and by npm in the project', () => {
    for (const [env, program] of [
      [{}, 'konter-relay'],
      [{ npm_lifecycle_event: 'relay' }, 'npm run relay --'],
    ] as const) {
      const commands = [...usage(env).matchAll(/^ {2}(\S.* (?:mailbox|restored|shop) .*|\S.* restored)$/gm)].map(
        ([, line]) => line ?? '',
      );
      expect(commands).toHaveLength(19);
      expect(commands.filter((line) => !line.startsWith(`${program} `))).toEqual([]);
    }
    expect(usage({ npm_lifecycle_event: 'relay' })).toContain('\n  npm run relay\n');
  });

  test('every metric that an alert or the dashboard names is one that the relay counts', () => {
    const counted = read('src/relay/http/metrics.ts');
    for (const file of ['prometheus/alerts.yml', 'grafana-dashboard.json']) {
      const names = all(operatorsFile(file), /\b(relay_[a-z_0-9]+)\b/g);
      expect(names.length).toBeGreaterThan(6);
      for (const name of names) expect(counted).toContain(`'${name.replace(/_(bucket|sum|count)$/, '')}'`);
    }
  });
});
