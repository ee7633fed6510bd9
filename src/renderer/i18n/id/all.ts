import { bills } from './bills.ts';
import { books } from './books.ts';
import { catalogue } from './catalogue.ts';
import { common } from './common.ts';
import { customerBook } from './customer-book.ts';
import { customers } from './customers.ts';
import { display, sounds } from './display.ts';
import { entry } from './entry.ts';
import { errorParts, errors } from './errors.ts';
import { actors, bodyRoles, events, setAsideReasons, setAsideWhy } from './events.ts';
import { files } from './files.ts';
import { frame } from './frame.ts';
import { machine } from './machine.ts';
import { outcome } from './outcome.ts';
import { people } from './people.ts';
import { printers } from './printers.ts';
import { printing } from './printing.ts';
import { printReasons, printStates } from './prints.ts';
import { proof } from './proof.ts';
import { reasonDo } from './reason-do.ts';
import { reasons, reasonTitles } from './reasons.ts';
import { receipts } from './receipts.ts';
import { reconcile } from './reconcile.ts';
import { safety } from './safety.ts';
import { search } from './search.ts';
import { sell, slip } from './sell.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { shifts } from './shifts.ts';
import { flags, kinds, states } from './states.ts';
import { unsettled } from './unsettled.ts';
import { updates } from './updates.ts';

export const words = {
  actors,
  catalogue,
  common,
  customers,
  customerBook,
  display,
  sounds,
  files,
  frame,
  states,
  kinds,
  flags,
  machine,
  outcome,
  people,
  entry,
  errors,
  errorParts,
  reasons,
  reasonTitles,
  reasonDo,
  events,
  bodyRoles,
  setAsideReasons,
  setAsideWhy,
  sell,
  slip,
  bills,
  receipts,
  reconcile,
  search,
  proof,
  settings,
  setup,
  books,
  shifts,
  unsettled,
  updates,
  safety,
  printStates,
  printReasons,
  printing,
  printers,
};
