import { type Pause, pauseAt } from '../../../../shared/domain/catalogue/pause.ts';
import type { CutOff } from '../../../../shared/domain/cut-off.ts';
import { useEndOfMinute } from '../../../state/minute.ts';
import { useSettings, useShopZone } from '../../../state/settings.ts';

/** Where a product stands in its day. */
export function usePause(cutOff: CutOff | null): Pause {
  const now = useEndOfMinute();
  const shop = useShopZone();
  const provider = useSettings((state) => state.view?.settings.provider.timeZone ?? 'Asia/Jakarta');
  return pauseAt(cutOff, now, { provider, shop });
}
