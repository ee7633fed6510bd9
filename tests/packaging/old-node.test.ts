import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { built, projectDir } from '../../scripts/project.ts';
import { blockAfter } from '../support/relay.ts';

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
      const unit = blockAfter('/etc/systemd/system/konter-relay.service');
      expect(/^RestartPreventExitStatus=(.+)$/m.exec(unit)?.[1]?.split(' ')).toContain(String(code));
    },
  );

  it('runs no command of package.json: each says first which Node it needs', async () => {
    const { scripts } = JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = Object.entries(scripts).filter(([, command]) => command.startsWith('node '));
    expect(commands.map(([name]) => name)).toEqual(
      expect.arrayContaining(['start', 'start:browser', 'counter:check', 'relay', 'journal', 'simulator']),
    );
    for (const [name, command] of commands) {
      const { code, signal, stderr } = await run(oldNode ?? '', command.split(' ').slice(1));
      expect({ name, code, signal, says: stderr.split('\n')[0] }).toEqual({
        name,
        code: 78,
        signal: null,
        says: expect.stringMatching(/^Konter needs Node 24, and this is Node \d+\.\d+\.\d+\.$/),
      });
    }
  });
});
