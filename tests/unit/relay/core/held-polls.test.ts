import { expect, test } from 'vitest';
import { HeldPolls, type PollSignal } from '../../../../src/relay/core/held-polls.ts';
import { systemClock } from '../../../../src/relay/system.ts';

const signal: PollSignal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

test('a held poll ends for a lease of a higher generation elsewhere, and for no lower one, whichever is known first', () => {
  const polls = new HeldPolls(systemClock);
  const poll = polls.hold('m1', signal);
  poll.setLease(5);
  polls.onOtherLease('m1', 4);
  polls.onOtherLease('m2', 9);
  expect(poll.endReason()).toBeNull();
  polls.onOtherLease('m1', 6);
  expect(poll.endReason()).toBe('taken');

  const early = polls.hold('m1', signal);
  polls.onOtherLease('m1', 8);
  expect(early.endReason()).toBeNull();
  early.setLease(9);
  expect(early.endReason()).toBeNull();

  const late = polls.hold('m1', signal);
  polls.onOtherLease('m1', 11);
  polls.onOtherLease('m1', 10);
  late.setLease(10);
  expect(late.endReason()).toBe('taken');
});
