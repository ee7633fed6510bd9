import appShell from './app-shell.json' with { type: 'json' };
import batch from './batch.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import checkout from './checkout.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import customers from './customers.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import events from './events.json' with { type: 'json' };
import files from './files.json' with { type: 'json' };
import integrityAndBackup from './integrity-and-backup.json' with { type: 'json' };
import ledger from './ledger.json' with { type: 'json' };
import office from './office.json' with { type: 'json' };
import payments from './payments.json' with { type: 'json' };
import printing from './printing.json' with { type: 'json' };
import qris from './qris.json' with { type: 'json' };
import receipts from './receipts.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import staff from './staff.json' with { type: 'json' };
import tabs from './tabs.json' with { type: 'json' };

/** Every text of the interface but the drills', which are loaded on demand. Indonesian is the reference: the keys' types come from here. */
export const messages = {
  ...appShell,
  ...batch,
  ...catalogue,
  ...checkout,
  ...common,
  ...customers,
  ...errors,
  ...events,
  ...files,
  ...integrityAndBackup,
  ...ledger,
  ...office,
  ...payments,
  ...printing,
  ...qris,
  ...receipts,
  ...settings,
  ...setup,
  ...staff,
  ...tabs,
};

export type Messages = typeof messages;
