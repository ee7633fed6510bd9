import type {
  actors as actorsId,
  events as eventsId,
  bodyRoles as rolesId,
  setAsideReasons as setAsideId,
} from '../id/events.ts';

export const events: typeof eventsId = {
  bill: {
    inquired: 'Bill looked up',
    inquiry_failed: 'Looking up the bill failed',
    expired: 'Inquiry expired',
    evidence: 'Bill looked up again as a hint',
  },
  sale: {
    sending: 'About to be sent',
    never_sent: 'Never sent',
    answered: 'The provider answered',
    refused: 'The provider refused',
    answer_lost: 'Answer lost',
    recovered: 'Found when the counter started again',
    restored: 'Restored from a backup',
  },
  webhook: {
    applied: 'Provider’s message applied',
    disputed: 'Provider’s message contradicts',
    repeated: 'Same message came again',
    adopted: 'Taken over from a webhook after a restore',
    set_aside: 'Provider’s message set aside',
  },
  database: {
    restored: 'Receipt log restored from a backup',
  },
  relay: {
    gap: 'The relay lost some messages',
  },
  person: {
    resolved: 'Outcome recorded by a person',
  },
  cash: {
    returned: 'Cash returned',
  },
  proof: {
    printed: 'Slip printed',
    not_printed: 'Slip not printed',
  },
};

export const bodyRoles: typeof rolesId = {
  request: 'Request',
  answer: 'Answer',
  webhook: 'Webhook',
  note: 'Note',
  snapshot: 'Snapshot',
};

export const setAsideReasons: typeof setAsideId = {
  bad_signature: 'Wrong signature',
  not_readable: 'Cannot be read',
  other_event: 'Not about a transaction',
  no_such_sale: 'No such sale',
  customer_differs: 'Another customer number',
  product_differs: 'Another product',
  id_differs: 'Another transaction id',
  id_of_another_sale: 'Transaction id of another sale',
  not_sent_by_us: 'Never sent by us',
};

/** Who did it; another name is shown as it is. */
export const actors: typeof actorsId = {
  cashier: 'the cashier',
  supervisor: 'the supervisor',
  provider: 'the provider',
  system: 'the counter',
};
