import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../../scripts/project.ts';
import { parseCommand, untried, usage } from '../../src/bridge/cli/command-line.ts';

const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
const all = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

describe('the page for operators of a bridge', () => {
  const page = read('docs/bridge.md');
  const settings = all(read('src/bridge/cli/config.ts'), /^ {2}(BRIDGE_[A-Z_]+):/gm);

  test('begins with what is not proven, as the command and the README do', () => {
    expect(page.split('\n')[2]).toContain('Untried');
    expect(usage({}).split('\n')[0]).toBe(untried);
    expect(read('README.md')).toContain('Untried with a real account');
  });

  test('names every setting that there is, and none that there is not', () => {
    expect(settings.length).toBeGreaterThan(10);
    expect(all(page, /\b(BRIDGE_[A-Z_]+)\b/g)).toEqual(settings);
    expect(all(usage({}), /\b(BRIDGE_[A-Z_]+)\b/g)).toEqual(settings);
    for (const name of ['Dockerfile', 'compose/compose.yaml', 'server/konter-bridge.env'])
      for (const setting of all(read(`deploy/bridge/${name}`), /\b(BRIDGE_(?!DOMAIN\b)[A-Z_]+)\b/g))
        expect(settings, name).toContain(setting);
  });

  test('has no command that is not understood, and each that there is', () => {
    const lines = [...page.matchAll(/\bkonter-bridge ((?:provider|counter) [^\n`|#<]*)/g)].map(([, line = '']) =>
      line.trim(),
    );
    const verbs = new Set(lines.map((line) => parseCommand(line.split(/\s+/)).verb));
    expect(verbs.size).toBe(7);
  });

  test('says which file of its metrics to watch, as they are called', () => {
    const code = read('src/bridge/open-bridge.ts');
    const names = all(page, /`(bridge_[a-z_]+)(?: > 0)?`/g);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(code).toContain(`'${name}'`);
  });

  test('unit, script, settings and proxies agree on where things are', () => {
    const unit = read('deploy/bridge/server/konter-bridge.service');
    const script = read('deploy/bridge/server/konter-bridge');
    const start = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? 'none';
    expect(script).toContain(`exec ${start} "$@"`);
    expect(script).toContain(`. ${/^EnvironmentFile=(.+)$/m.exec(unit)?.[1]}\n`);
    expect(unit).toMatch(/^RestartPreventExitStatus=2 78$/m);
    expect(read('deploy/bridge/server/konter-bridge.env')).toContain('sqlite:/var/lib/konter-bridge/');
    const proxies = ['server', 'compose'].map((name) => read(`deploy/bridge/${name}/Caddyfile`));
    for (const proxy of proxies) {
      expect(proxy).toContain('@public path /v1/* /hooks/* /healthz\n');
      expect(proxy).toContain(':8797');
      // A proxy that sends an order again would be a second press.
      expect(proxy).not.toMatch(/lb_try|retry/);
    }
    expect(load(read('deploy/bridge/compose/compose.yaml'))).toMatchObject({
      services: { bridge: { read_only: true } },
    });
    expect(read('deploy/bridge/Dockerfile')).toMatch(/^USER nonroot$/m);
  });
});
