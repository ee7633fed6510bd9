import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../build.ts';
import { projectDir } from '../project.ts';

/** Builds everything and packs it for this platform, or as electron-builder's own arguments say. Puts it into dist/. */
for (const part of ['pages', 'electron', 'legal'] as const) await build(part);
const builder = join(projectDir, 'node_modules/electron-builder/cli.js');
const child = spawn(process.execPath, [builder, '--publish', 'never', ...process.argv.slice(2)], {
  cwd: projectDir,
  stdio: 'inherit',
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
