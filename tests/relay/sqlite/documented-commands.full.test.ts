import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../../../scripts/project.ts';
import { blockAfter, body, hook, operatorsFile, startRelay } from '../../support/relay.ts';
import { folder } from '../../support/temporary-folder.ts';

const runs = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Runs lines of the page as they stand there, in other places. */
const run = (lines: string, places: Record<string, string>, path = process.env.PATH) => {
  const elsewhere = Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), lines);
  return promisify(execFile)('sh', ['-c', elsewhere], { env: { PATH: path } });
};

describe.runIf(process.platform === 'linux' && runs('sqlite3'))('the lines that make a copy', () => {
  const lines = operatorsFile('server/backup-sqlite');
  const counted = (file: string): { faults: unknown; count: unknown } => {
    const copy = new Database(file, { readonly: true });
    const faults = copy.pragma('integrity_check', { simple: true });
    const count = copy.prepare('SELECT count(*) FROM webhooks').pluck().get();
    copy.close();
    return { faults, count };
  };

  test('make a whole one beside webhooks that come, for nobody else to read, and replace the one before', async () => {
    const under = await startRelay();
    if (under.database.engine !== 'sqlite') throw new Error('of SQLite only');
    const backups = await folder();
    const places = { '/var/lib/konter-relay/relay.db': under.database.path, '/var/backups': backups };
    await writeFile(join(backups, 'relay.db.new'), 'left over from one that was broken off');
    const answered: string[] = [];
    const send = async (id: string): Promise<void> => {
      expect((await hook(under, body(id))).status).toBe(200);
      answered.push(id);
    };
    for (const round of [1, 2]) {
      for (let first = 0; first < 20; first++) await send(`${round}-${first}`);
      const before = answered.length;
      const copied = new AbortController();
      const coming = (async () => {
        for (let next = 0; !copied.signal.aborted; next++) await send(`${round}-beside-${next}`);
      })();
      await run(lines, places);
      copied.abort();
      await coming;
      const { faults, count } = counted(join(backups, 'relay.db'));
      expect(faults).toBe('ok');
      expect(count).toBeGreaterThanOrEqual(before);
      expect(count).toBeLessThanOrEqual(answered.length);
      expect(await readdir(backups)).toEqual(['relay.db']);
      expect((await stat(join(backups, 'relay.db'))).mode & 0o777).toBe(0o600);
    }
  });

  test('leave the one before where it is when there is nothing to copy', async () => {
    const backups = await folder();
    await writeFile(join(backups, 'relay.db'), 'the one before');
    const places = { '/var/lib/konter-relay': join(backups, 'nothing'), '/var/backups': backups };
    await expect(run(lines, places)).rejects.toThrow('unable to open');
    expect(await readFile(join(backups, 'relay.db'), 'utf8')).toBe('the one before');
  });
});

/** Programs that do nothing: neither services nor the network are to be had in a test. */
async function makeStubs(bin: string, ...names: string[]): Promise<void> {
  await mkdir(bin);
  for (const name of names) {
    await writeFile(join(bin, name), '#!/bin/sh\n');
    await chmod(join(bin, name), 0o755);
  }
}

test.runIf(process.platform !== 'win32')(
  'an installation puts each file where the unit and the script look',
  async () => {
    const place = await folder();
    const at = (...path: string[]): string => join(place, ...path);
    await makeStubs(at('bin'), 'curl', 'apt-get', 'npm', 'useradd', 'sysctl');
    await cp(join(projectDir, 'deploy/relay'), at('archive/deploy'), { recursive: true });
    await writeFile(at('archive/relay.js'), '');
    for (const path of ['opt', 'usr/local/bin', 'etc/systemd/system', 'etc/sysctl.d', 'etc/caddy']) {
      await mkdir(at(path), { recursive: true });
    }
    const roots = Object.fromEntries(['/opt/', '/usr/local/', '/etc/'].map((root) => [root, at(root)]));
    await run(
      `set -e\ncd archive\n${blockAfter('**One server.**')}`,
      { '\ncd archive\n': `\ncd ${at('archive')}\n`, ...roots, '-g konter-relay': `-g ${process.getgid?.()}` },
      `${at('bin')}:/usr/bin:/bin`,
    );
    const unit = operatorsFile('server/konter-relay.service');
    const [, settings = '', program = ''] = /^EnvironmentFile=(.+)\nExecStart=\S+ (.+)$/m.exec(unit) ?? [];
    expect(existsSync(at(program))).toBe(true);
    expect((await stat(at(settings))).mode & 0o777).toBe(0o640);
    expect((await stat(at('usr/local/bin/konter-relay'))).mode & 0o777).toBe(0o755);
    expect((await readdir(at('etc/systemd/system'))).toSorted()).toEqual([
      'konter-relay.service',
      'konter-relay@.service',
    ]);
    expect(await readFile(at('etc/caddy/Caddyfile'), 'utf8')).toBe(operatorsFile('server/Caddyfile'));
  },
);

test.runIf(process.platform !== 'win32')(
  'an upgrade, and the next one, leaves nothing of the old folder in the new one',
  async () => {
    const place = await folder();
    const at = (...path: string[]): string => join(place, ...path);
    await makeStubs(at('bin'), 'systemctl', 'npm', 'curl');
    await mkdir(at('out/relay'), { recursive: true });
    await mkdir(at('opt/konter-relay'), { recursive: true });
    await writeFile(at('opt/konter-relay/stale.js'), '');
    for (const version of ['2', '3']) {
      await writeFile(at('out/relay/relay.js'), version);
      await run(
        blockAfter('## Upgrade'),
        { '/opt/': `${at('opt')}/`, 'out/relay': at('out/relay') },
        `${at('bin')}:/usr/bin:/bin`,
      );
      expect(await readdir(at('opt/konter-relay'))).toEqual(['relay.js']);
      expect(await readFile(at('opt/konter-relay/relay.js'), 'utf8')).toBe(version);
    }
    expect(await readFile(at('opt/konter-relay.before/relay.js'), 'utf8')).toBe('2');
    expect(existsSync(at('opt/konter-relay.before/stale.js'))).toBe(false);
  },
);
