import type { TestProject } from 'vitest/node';
import { NoPostgres, startPostgres } from '../postgres/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** the address of the tests' PostgreSQL; null: this machine has none */
    postgresUrl: string | null;
  }
}

/** One PostgreSQL for all the relay's tests; each test makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const server = await startPostgres();
    project.provide('postgresUrl', server.url);
    return server.stop;
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    console.warn(`\n!!! The relay's tests on PostgreSQL are SKIPPED: ${error.message}\n`);
    project.provide('postgresUrl', null);
    return undefined;
  }
}
