import { buildIfNeeded } from '../../../scripts/build.ts';
import buildCounters from '../built-counters.ts';

/** Global setup of Playwright: nothing may be built while pages load from out/. */
export default async function setup(): Promise<void> {
  await buildIfNeeded('pages');
  await buildIfNeeded('verifier');
  await buildCounters();
}
