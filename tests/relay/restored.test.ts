import { expect, test } from 'vitest';
import { runRestored } from '../../src/relay/cli/restored.ts';
import { rotateToken } from '../../src/relay/core/mailbox-service.ts';
import { systemClock as clock, systemRandom as random } from '../../src/server/system.ts';
import { poll, startRelay } from '../support/relay.ts';
import { askShop, keyId, shopAt } from '../support/shop.ts';

test('after a restore every mailbox is listed and asked about, and one that is not trusted any more is disabled', async () => {
  const { shop, join, counters, mailboxes, shops, under } = await shopAt(startRelay, ['Front', 'Stolen']);
  const office = await join('Office', 'office');
  const [front, stolen] = counters;
  if (!front || !stolen) throw new Error('two counters');
  await mailboxes.setDisabled((await join('Gone')).mailbox, new Date().toISOString());
  const rotatedAt = Date.now() + 60_000;
  await rotateToken({ store: mailboxes, random, clock: { ...clock, now: () => rotatedAt } }, front.mailbox);
  const before = await mailboxes.listMailboxes(new Date().toISOString());
  const tokenAt = before.find(({ id }) => id === front.mailbox)?.tokenAt;
  expect(tokenAt).toBe(new Date(rotatedAt).toISOString());

  const questions: string[] = [];
  const confirm = async (question: string): Promise<boolean> => {
    questions.push(question);
    return !question.includes(stolen.mailbox);
  };
  const [json, text] = await runRestored({ mailboxes, shops, epoch: 'of the copy', now: Date.now(), confirm });
  const trusted = [under.mailbox, front.mailbox, stolen.mailbox, office.mailbox];
  expect(questions.map((question) => question.split(' ')[0]).toSorted()).toEqual(trusted.toSorted());
  expect(questions.find((question) => question.startsWith(office.mailbox))).toContain(
    `(office; of ${shop}; token since`,
  );
  expect(questions.find((question) => question.startsWith(front.mailbox))).toContain(`token since ${tokenAt}`);
  expect(json).toMatchObject({
    disabled: [stolen.mailbox],
    shops: [{ shop, keyId }],
    mailboxes: expect.arrayContaining(
      trusted.map((mailbox) => expect.objectContaining({ mailbox, tokenAt: expect.any(String) })),
    ),
  });
  expect(text).toContain(`key ${keyId}`);
  expect((await poll(stolen)).status).toBe(401);
  expect((await askShop(stolen, 'claims')).status).toBe(401);
  expect((await poll(office)).status).toBe(200);
});

test('without a terminal nothing is asked, and all is listed', async () => {
  const { counters, mailboxes, shops } = await shopAt(startRelay, ['Front']);
  const [json, text] = await runRestored({ mailboxes, shops, epoch: 'of the copy', now: Date.now(), confirm: null });
  expect(json).toMatchObject({ disabled: [], shops: [{ keyId }] });
  for (const { mailbox } of counters) expect(text).toContain(mailbox);
});
