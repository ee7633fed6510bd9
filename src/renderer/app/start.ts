import { whenHostGone } from '../host/call.ts';
import { listen } from '../host/listen.ts';
import { startWords } from '../i18n/words.ts';
import { startKeys } from '../keys/use-keys.ts';
import { refreshKnownProducts } from '../store/known-products.ts';
import { keepPrints, refreshPrints } from '../store/prints.ts';
import { hearSale } from '../store/sales.ts';
import { refreshSettings, useSettings } from '../store/settings.ts';
import { hearStatus, refreshStatus, useStatus } from '../store/status.ts';
import { keepTask } from '../store/tasks.ts';
import { followTheme } from './theme.ts';

/** A host that is gone says nothing, so it is looked for. */
const lookEveryMs = 15_000;

/** Listens first, then reads what stands now, so that nothing falls between the two. The page is drawn in the shop's language. */
export async function startCounter(): Promise<void> {
  startKeys();
  whenHostGone(() => useStatus.setState({ hostGone: true }));
  window.setInterval(() => void refreshStatus(), lookEveryMs);
  // An event may have been missed while the host was away.
  useStatus.subscribe((now, before) => (before.hostGone && !now.hostGone ? void refreshPrints() : undefined));
  listen((event) => {
    if (event.type === 'transaction') hearSale(event.transaction);
    else if (event.type === 'status') hearStatus(event.status);
    else if (event.type === 'task') keepTask(event.task);
    else if (event.type === 'print') keepPrints([event.job]);
    else window.location.reload();
  });
  followTheme();
  void refreshStatus();
  void refreshPrints();
  void refreshKnownProducts();
  await refreshSettings();
  await startWords(useSettings.getState().view?.settings.language ?? 'id');
}
