import alerts from './alerts.json' with { type: 'json' };
import batch from './batch.json' with { type: 'json' };
import billGroups from './bill-groups.json' with { type: 'json' };
import cashServices from './cash-services.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import customers from './customers.json' with { type: 'json' };
import events from './events.json' with { type: 'json' };
import files from './files.json' with { type: 'json' };
import help from './help.json' with { type: 'json' };
import integrityAndBackup from './integrity-and-backup.json' with { type: 'json' };
import ledger from './ledger.json' with { type: 'json' };
import office from './office.json' with { type: 'json' };
import paymentQuestions from './payment-questions.json' with { type: 'json' };
import printing from './printing.json' with { type: 'json' };
import qris from './qris.json' with { type: 'json' };
import receipts from './receipts.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import slipAndShare from './slip-and-share.json' with { type: 'json' };
import staff from './staff.json' with { type: 'json' };
import tabs from './tabs.json' with { type: 'json' };

/** What the other screens and the dialogs say, loaded after the first paint. */
export const laterMessages = {
  ...alerts,
  ...batch,
  ...billGroups,
  ...cashServices,
  ...catalogue,
  ...customers,
  ...events,
  ...files,
  ...help,
  ...integrityAndBackup,
  ...ledger,
  ...office,
  ...paymentQuestions,
  ...printing,
  ...qris,
  ...receipts,
  ...settings,
  ...setup,
  ...slipAndShare,
  ...staff,
  ...tabs,
};
