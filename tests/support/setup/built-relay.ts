import { buildIfNeeded } from '../../../scripts/build.ts';

/**
 * Before the tests that start relays: the relay as it stands on a server, in one file (scripts/build-relay.ts). They start and
 * kill more than two hundred, of which each would read eight hundred files instead.
 */
export default async function setup(): Promise<void> {
  await buildIfNeeded('relay');
}
