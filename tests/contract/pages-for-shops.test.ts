import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { built } from '../../scripts/project.ts';

it('pages are built for a shop by every build: nothing of React’s slow build for developers is in them', async () => {
  await buildIfNeeded('pages');
  const scripts = globSync('**/*.js', { cwd: built.renderer });
  expect(scripts).not.toEqual([]);
  const slow = scripts.filter((name) =>
    /jsxDEV|jsx-dev-runtime/.test(readFileSync(join(built.renderer, name), 'utf8')),
  );
  expect(slow).toEqual([]);
});
