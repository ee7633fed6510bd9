import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { built, projectDir } from '../../scripts/project.ts';
import { operatorsFile } from '../support/relay.ts';

interface Ended {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

const run = async (node: string, args: readonly string[]): Promise<Ended> => {
  const options = { cwd: projectDir, env: { PATH: process.env.PATH, RELAY_DATABASE_URL: 'sqlite:/nowhere/relay.db' } };
  try {
    return { code: 0, signal: null, ...(await promisify(execFile)(node, args, options)) };
  } catch (error) {
    // What execFile rejects with has these of the process.
    return error as Ended;
  }
};

/** A Node of this machine that is older than what everything here needs. */
async function findOldNode(): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  for (const folder of folders.filter((each) => !each.includes('node_modules'))) {
    const node = join(folder, 'node');
    if (!existsSync(node)) continue;
    const { stdout } = await run(node, ['--version']);
    const major = Number(/^v(\d+)\./.exec(stdout)?.[1]);
    if (major < 24) return node;
  }
  return null;
}

const oldNode = await findOldNode();

const Project = z.object({
  scripts: z.record(z.string(), z.string()),
  engines: z.object({ node: z.string() }),
  optionalDependencies: z.record(z.string(), z.string()),
});
const { scripts, engines, optionalDependencies } = Project.parse(
  JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8')),
);
const needed = engines.node.replace('>=', '');

describe('the Node that npm brings', () => {
  it.each(Object.entries(optionalDependencies))('%s %s is new enough', (name, version) => {
    expect(name).toMatch(/^node-/);
    expect(version.localeCompare(needed, 'en', { numeric: true })).toBe(1);
  });

  it('is locked by hash, starts no script, and runs this', async () => {
    const lock = JSON.parse(await readFile(join(projectDir, 'package-lock.json'), 'utf8'));
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const locked = lock.packages[`node_modules/${name}`];
      expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/), optional: true });
      expect(locked).not.toHaveProperty('hasInstallScript');
    }
    const own = optionalDependencies[`node-${process.platform.replace('win32', 'win')}-${process.arch}`];
    expect(process.versions.node).toBe(own ?? process.versions.node);
  });
});

describe('an older Node', () => {
  beforeEach(({ skip }) =>
    skip(oldNode === null, 'this machine has no Node older than 24: the check of Node is NOT tested'),
  );

  it.each([[[]], [['mailbox', 'list']], [['--help']]])(
    'starts no relay (%j): one line, and no restart',
    async (args) => {
      const { code, signal, stdout, stderr } = await run(oldNode ?? '', [built.relay, ...args]);
      expect({ code, signal, stdout }).toEqual({ code: 78, signal: null, stdout: '' });
      expect(stderr).toMatch(/^The relay needs Node 24 or newer, and this is Node \d+\.\d+\.\d+ \(.+\)\.\n$/);
      const unit = operatorsFile('server/konter-relay.service');
      expect(/^RestartPreventExitStatus=(.+)$/m.exec(unit)?.[1]?.split(' ')).toContain(String(code));
    },
  );

  it('runs no command of package.json: each says in one line which Node it needs', async () => {
    const commands = Object.entries(scripts).filter(
      // npm runs that one itself, with whatever Node installs.
      ([name, command]) => name !== 'postinstall' && command.startsWith('node '),
    );
    expect(commands.map(([name]) => name)).toEqual(
      expect.arrayContaining(['start', 'start:browser', 'counter:check', 'relay', 'journal', 'simulator']),
    );
    for (const [name, command] of commands) {
      const { code, signal, stderr } = await run(oldNode ?? '', command.split(' ').slice(1));
      expect({ name, code, signal, says: stderr }).toEqual({
        name,
        code: 78,
        signal: null,
        says: expect.stringMatching(
          new RegExp(String.raw`^Konter needs Node ${needed} or newer, and this is Node \d+\.\d+\.\d+: [^\n]+\n$`),
        ),
      });
    }
  });
});
