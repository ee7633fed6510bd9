import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildServer } from '../../scripts/build-server.ts';
import { folder } from '../support/temporary-folder.ts';

it('the bridge is one file of JavaScript behind the check of Node, which asks for nothing but Node and better-sqlite3', async () => {
  const place = join(await folder(), 'bridge');
  await buildServer('bridge', place);
  const files = ['bridge.js', 'notices.txt', 'package-lock.json', 'package.json', 'program.js', 'sbom.cdx.json'];
  expect((await readdir(place)).toSorted()).toEqual(files);
  const source = await readFile(join(place, 'program.js'), 'utf8');
  const modules = [...source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";$/gm)].map(([, name]) => name);
  expect(modules.filter((name) => !name?.startsWith('node:'))).toEqual(['better-sqlite3']);
  const sbom = JSON.parse(await readFile(join(place, 'sbom.cdx.json'), 'utf8'));
  expect(sbom.metadata.component.name).toBe('konter-bridge');
  expect(await readFile(join(place, 'bridge.js'), 'utf8')).toContain('process.exit(78)');
});
