import { startSounds } from '../audio/start-sounds.ts';
import { goOnWithSetup } from '../features/setup/open-setup.ts';
import { whenHostGone } from '../host/call.ts';
import { listen } from '../host/listen.ts';
import { startWords } from '../i18n/words.ts';
import { startKeys } from '../keys/use-keys.ts';
import { hearOffers, refreshOffers } from '../state/offers.ts';
import { hearPeople, refreshPeople, usePeople } from '../state/people.ts';
import { keepPrints, refreshPrints } from '../state/prints.ts';
import { hearSale } from '../state/sales.ts';
import { refreshSettings, useSettings } from '../state/settings.ts';
import { hearStatus, refreshStatus, useStatus } from '../state/status.ts';
import { keepTask } from '../state/tasks.ts';
import { tellDisplay } from './tell-display.ts';
import { followTheme } from './theme.ts';

/** A host that is gone says nothing, so it is looked for. */
const lookEveryMs = 15_000;

/** Listens first, then reads what stands now, so that nothing falls between the two. The page is drawn in the shop's language. */
export async function startCounter(): Promise<void> {
  startKeys();
  whenHostGone(() => useStatus.setState({ hostGone: true }));
  window.setInterval(() => void refreshStatus(), lookEveryMs);
  useStatus.subscribe((now, before) => {
    // An event may have been missed while the host was away, or this page asleep.
    if (before.hostGone && !now.hostGone) void refreshPrints();
    if (before.status && now.status && before.status.mode !== now.status.mode) window.location.reload();
  });
  listen((event) => {
    if (event.type === 'transaction') hearSale(event.transaction);
    else if (event.type === 'status') hearStatus(event.status);
    else if (event.type === 'task') keepTask(event.task);
    else if (event.type === 'print') keepPrints([event.job]);
    else if (event.type === 'catalogue') hearOffers(event.items);
    else if (event.type === 'people') hearPeople(event.state);
    else if (event.type === 'reload') window.location.reload();
  });
  // What was asked for while nobody was signed in was refused.
  usePeople.subscribe(({ state }, before) => {
    const now = state?.present?.id ?? null;
    if (before.state === null || now === null || now === before.state.present?.id) return;
    void refreshPrints();
    void refreshOffers();
  });
  followTheme();
  tellDisplay();
  startSounds();
  void refreshStatus();
  void refreshPrints();
  void refreshOffers();
  await Promise.all([refreshSettings(), refreshPeople()]);
  goOnWithSetup();
  await startWords(useSettings.getState().view?.settings.language ?? 'id');
}
