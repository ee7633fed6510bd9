import type { printReasons as reasonsId, printStates as statesId } from '../id/prints.ts';

export const printStates: typeof statesId = {
  queued: 'Waiting its turn',
  checking: 'Looking at the printer',
  sending: 'Being sent to the printer',
  sent: 'Handed to the printer',
  confirmed: 'Printed',
  blocked: 'Held up',
  unknown: 'Perhaps printed',
  failed: 'Not printed',
};

export const printReasons: typeof reasonsId = {
  unreachable: 'The printer cannot be reached. Look at its power, its cable and its address.',
  no_answer: 'The printer does not answer. Switch it off and on again.',
  paper_out: 'The printer is out of paper.',
  cover_open: 'The printer’s cover is open.',
  printer_error: 'The printer reports a fault. Switch it off and on again.',
  offline: 'The printer is not ready.',
  busy: 'Another program uses the printer.',
  no_permission: 'The counter may not use this printer. Ask the owner to allow it.',
  not_a_printer: 'What the settings name is not a printer.',
  no_such_printer: 'The system has no printer of that name.',
  no_print_system: 'This computer’s print system does not run.',
  printer_removed: 'This printer is no longer in the settings.',
  printer_changed: 'The printer’s settings changed after this slip was made. Cancel it and print again.',
  not_recorded: 'The computer could not record this print, so nothing was sent.',
  connection_lost: 'The connection to the printer broke while printing. Look at the paper.',
  not_taken: 'The printer said nothing after it was given the slip. Look at the paper.',
  stopped: 'The program ended while printing. Look at the paper.',
  system_refused: 'The print system refused half-way. Look at the paper.',
  restored: 'From a restored backup: it may have been printed before.',
  refused: 'The printer refused this slip.',
  given_up: 'Cancelled.',
  sale_changed: 'This sale is no success any more, so its proof of payment was not printed.',
  other: 'Something unknown is wrong with the printer.',
};
