import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRelay } from '../../../src/relay/open-relay.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { silentLog } from '../../support/relay.ts';

test('a relay whose server cannot be made lets go of its database', async () => {
  const folder = temporaryFolder();
  const start = openRelay({
    database: { engine: 'sqlite', path: join(folder, 'relay.db') },
    masterKey: Buffer.alloc(32),
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    trustProxy: 'no address at all',
  });
  await expect(start).rejects.toThrow('invalid');
  // The log of writes stands beside it for as long as somebody has it open.
  expect(readdirSync(folder)).toEqual(['relay.db']);
});
