import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createMailbox, rotateSecret } from '../../src/relay/core/mailbox-service.ts';
import { createRelay } from '../../src/relay/core/relay.ts';
import { openStore } from '../../src/relay/store/open-store.ts';
import { systemClock, systemRandom } from '../../src/server/system.ts';
import { body, sign } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';

const hour = 60 * 60 * 1000;

test.each([0, 7])(
  'a secret ended by hand, %i days after it was rotated out at the latest, does not sign where the clock is an hour behind',
  async (retireInDays) => {
    const { database } = await newDatabase();
    const { store, mailboxes, vault } = await openStore(database, randomBytes(32));
    onTestFinished(() => store.close());
    const parts = { store: mailboxes, vault, clock: systemClock, random: systemRandom };
    const { mailbox } = await createMailbox(parts, { name: 'a shop', secret: 'a-leaked-key' });
    await rotateSecret(parts, { mailbox, secret: 'the-new-key', retireInDays });
    const now = new Date(systemClock.now()).toISOString();
    expect(await mailboxes.retireSecrets(mailbox, now)).toBe(retireInDays === 0 ? 0 : 1);
    const relay = createRelay({
      store,
      vault,
      clock: { ...systemClock, now: () => systemClock.now() - hour },
      errors: { report: () => undefined },
    });
    const bytes = Buffer.from(body('T1'));
    const hook = { mailbox, ref: null, event: null, body: bytes };
    expect((await relay.receive({ ...hook, signature: sign(bytes, 'a-leaked-key') })).status).toBe(401);
    expect((await relay.receive({ ...hook, signature: sign(bytes, 'the-new-key') })).status).toBe(200);
  },
);
