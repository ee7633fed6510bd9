import type {
  actors as actorsId,
  events as eventsId,
  bodyRoles as rolesId,
  setAsideReasons as setAsideId,
  setAsideWhy as setAsideWhyId,
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
    answer_lost: 'No clear answer',
    recovered: 'Found when the counter started again',
    restored: 'Restored from a backup',
    erased: 'Customer’s data erased',
  },
  webhook: {
    applied: 'Provider’s message applied',
    disputed: 'Provider’s message contradicts',
    repeated: 'Same message came again',
    adopted: 'Taken over from a webhook after a restore',
    set_aside: 'Provider’s message set aside',
    unverified: 'The provider’s message did not fit the shop’s key',
    discarded: 'A message set aside was dealt with',
    passed_over: 'Unsigned messages counted and not kept',
  },
  customer: {
    erased: 'A customer’s data erased on request',
  },
  database: {
    accepted: 'A supervisor goes on with an older book',
    restored: 'Receipt log restored from a backup',
  },
  relay: {
    gap: 'The relay lost some messages',
    changed: 'The shop’s mailbox was changed',
  },
  person: {
    resolved: 'Outcome recorded by a person',
    disputed: 'Put in doubt by a person',
    corrected: 'Outcome corrected by a person',
  },
  cash: {
    returned: 'Cash returned',
    collected: 'Cash collected again',
    moved: 'Cash counted for a new sale',
    paid_in: 'Cash put into the drawer',
    paid_out: 'Cash taken out of the drawer',
  },
  shift: {
    opened: 'Shift opened',
    read: 'Expected cash looked at before counting',
    closed: 'Shift closed',
  },
  proof: {
    printed: 'Slip printed',
    not_printed: 'Slip not printed',
    decided: 'Decided about a print that is not certain',
  },
  drawer: {
    kicked: 'Cash drawer told to open',
    stayed_shut: 'Cash drawer stayed shut',
  },
  people: {
    added: 'Person added',
    changed: 'Person changed',
    signed_in: 'Signed in at the counter',
    locked_out: 'Too many wrong PINs',
    reset: 'Owner’s PIN set anew from the data folder',
  },
  catalogue: { priced: 'Prices changed' },
  clock: { accepted: 'The owner goes by this computer’s clock, not the relay’s' },
  settings: { changed: 'Settings changed' },
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
  may_be_of_another: 'Perhaps about an earlier sale',
  not_sent_by_us: 'Never sent by us',
  fits_two_bills: 'Two payments of one bill',
};

/** Who did it; another name is shown as it is. */
export const actors: typeof actorsId = {
  cashier: 'the cashier',
  supervisor: 'the supervisor',
  provider: 'the provider',
  system: 'the counter',
  relay: 'the relay',
};

export const setAsideWhy: typeof setAsideWhyId = {
  bad_signature: 'Not signed with the shop’s key: forged, or the key was just replaced in the provider’s dashboard.',
  not_readable: 'Rightly signed, but its content is no message that is known.',
  other_event: 'This kind of message changes no sale.',
  no_such_sale: 'This book has no sale of that number.',
  customer_differs:
    'The message names another customer than the sale. An old message may have been sent to another address.',
  product_differs: 'The message names another product than was sold.',
  id_differs: 'This sale already has another transaction id.',
  id_of_another_sale:
    'Its transaction id belongs to another sale. An old message may have been sent to another address.',
  may_be_of_another:
    'The same product was sold to this number before and settled by hand, and the provider has not confirmed that since. This message may be about that one. It counts by itself once the provider does; else look in the provider’s dashboard and record the outcome.',
  not_sent_by_us: 'This sale was never sent from here.',
  fits_two_bills:
    'This bill was paid a second time after its payment had failed, and the message fits both payments. Look in the provider’s dashboard whether it was paid twice, and correct the sale there.',
};
