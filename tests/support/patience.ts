import { vi } from 'vitest';

/** Vitest waits a second. A test that would pass on a quiet machine must pass on a busy one too. */
const patience = { timeout: 30_000 };

const waitFor = vi.waitFor;
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? { timeout: options } : { ...patience, ...options });
