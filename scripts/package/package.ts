import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCommandLine } from '../../src/main/hosts/command-line.ts';
import { build } from '../build.ts';
import { projectDir } from '../project.ts';

const usage = `npm run package -- [--linux] [--mac] [--win] [--x64] [--arm64] [--dir] [-- OPTION ...]

Builds everything and packs it into dist/, for this system unless another is named. Options after -- are electron-builder's.`;

const flag = { type: 'boolean' } as const;
parseCommandLine({
  usage,
  allowPositionals: true,
  options: { linux: flag, mac: flag, win: flag, x64: flag, arm64: flag, dir: flag },
  schema: z.object({ positionals: z.array(z.string()) }),
});
for (const target of ['pages', 'electron', 'legal'] as const) await build(target);
const builder = join(projectDir, 'node_modules/electron-builder/cli.js');
const options = process.argv.slice(2).filter((argument) => argument !== '--');
const child = spawn(process.execPath, [builder, '--publish', 'never', ...options], {
  cwd: projectDir,
  stdio: 'inherit',
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
