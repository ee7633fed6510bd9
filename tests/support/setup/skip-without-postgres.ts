import { beforeEach, inject } from 'vitest';

// The set-up has said aloud why.
beforeEach(({ skip }) => skip(inject('postgresUrl') === null, 'this machine has no PostgreSQL'));
