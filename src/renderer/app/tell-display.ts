import type { DisplayScene } from '../../shared/contract/display.ts';
import { call } from '../host/call.ts';
import { useBill } from '../screens/bills/bill-store.ts';
import { useSell } from '../screens/sell/sell-store.ts';
import { usePlaces } from '../store/places.ts';
import { useSales } from '../store/sales.ts';
import { useSettings } from '../store/settings.ts';
import { billScene, sellScene } from './customer-sees.ts';

/** Keys come faster than that, and nobody reads faster. */
const everyMs = 120;

/** Tells main what the customer is to see, while the display is switched on. The one place where it is told. */
export function tellDisplay(): void {
  let selling: 'sell' | 'bills' = 'sell';
  let told = '';
  let waiting: number | undefined;
  const tell = (): void => {
    waiting = undefined;
    const { place } = usePlaces.getState();
    // Somebody who looks something up has still the same customer before them.
    if (place === 'sell' || place === 'bills') selling = place;
    if (useSettings.getState().view?.settings.display.on !== true) {
      told = '';
      return;
    }
    const scene: DisplayScene =
      selling === 'sell' ? sellScene(useSell.getState(), useSales.getState().byId) : billScene(useBill.getState());
    const text = JSON.stringify(scene);
    if (text === told) return;
    told = text;
    void call('display.show', scene);
  };
  const soon = (): void => {
    waiting ??= window.setTimeout(tell, everyMs);
  };
  for (const store of [useSell, useBill, useSales, usePlaces, useSettings]) store.subscribe(soon);
}
