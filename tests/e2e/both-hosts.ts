import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

/** What of a test's fixtures only the browser host has: its program, its address, its tabs. */
const browserOnly = new Set(['counter', 'page', 'context', 'browser', 'host', 'pages']);

/** Whether a spec takes the counter as a window and nothing else of its host. */
export function isOfBothHosts(code: string): boolean {
  const fixtures = [...code.matchAll(/async \(\{([^}]*)\}/g)].flatMap(([, fixtures = '']) => fixtures.split(','));
  const names = fixtures.map((fixture) => (fixture.split(':')[0] ?? '').trim());
  return names.some((name) => /^(counter|printing)Page$/.test(name)) && !names.some((name) => browserOnly.has(name));
}

/** The specs that run on the desktop too, as paths from this folder. */
export function specsOfBothHosts(): string[] {
  return globSync('{journeys,browser}/*.spec.ts', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((name) => isOfBothHosts(readFileSync(join(folder, name), 'utf8')))
    .toSorted();
}
