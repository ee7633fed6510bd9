import { bills } from './bills.ts';
import { common } from './common.ts';
import { errorParts, errors, reasons } from './errors.ts';
import { actors, bodyRoles, events, setAsideReasons } from './events.ts';
import { frame } from './frame.ts';
import { outcome } from './outcome.ts';
import { receipts } from './receipts.ts';
import { sell, slip } from './sell.ts';
import { settings } from './settings.ts';
import { flags, kinds, states } from './states.ts';

export const words = {
  actors,
  common,
  frame,
  states,
  kinds,
  flags,
  outcome,
  errors,
  errorParts,
  reasons,
  events,
  bodyRoles,
  setAsideReasons,
  sell,
  slip,
  bills,
  receipts,
  settings,
};
