import { beforeEach, inject, vi } from 'vitest';

/** Vitest waits a second. A test that would pass on a quiet machine must pass on a busy one too. */
const patience = { timeout: 30_000 };

const waitFor = vi.waitFor;
const waitPatiently: typeof waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? { timeout: options } : { ...patience, ...options });

// Files share a worker, and each runs this again.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently;

// The set-up has said aloud why.
if (inject('engine') === 'postgres') {
  beforeEach(({ skip }) => skip(inject('postgresUrl') === null, 'this machine has no PostgreSQL'));
}
