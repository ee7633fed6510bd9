import type { Loader } from './loader.ts';

const warming = { count: 4_000, perSecond: 500 };

/**
 * Wakes polls that are held until the server's code has been compiled. V8 does that in threads of its own, for which the
 * scheduler takes the core away from the server for 4 ms at a time; a server that has run for a minute has no more of it.
 * @param ask.from the first of the numbers used up here: as many as webhooks are sent
 */
export async function warmUpWakes(
  loader: Loader,
  ask: { port: number; servers: readonly number[]; from: number },
): Promise<void> {
  await loader.run({ do: 'wake', ...ask, servers: [...ask.servers], ...warming });
}
