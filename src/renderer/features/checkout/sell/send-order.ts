import type { KonterError } from '../../../../shared/contract/errors.ts';
import { isDiskReason } from '../../../../shared/contract/reasons.ts';
import { call } from '../../../host/call.ts';
import { refreshOffers } from '../../../state/offers.ts';
import { keepSales, useSales } from '../../../state/sales.ts';
import { shownMode, useStatus } from '../../../state/status.ts';
import { saleBeingSent } from '../sale/sale-being-sent.ts';
import { firstMissing, type Overrides, orderInput } from './sell-draft.ts';
import { useSell } from './sell-store.ts';

/** Reads the sale back before anything is sent. Says whether it could. */
export function review(): boolean {
  const { draft } = useSell.getState();
  if (firstMissing(draft) !== null) return false;
  useSell.setState({ phase: 'review', text: '', problem: null, overrides: {}, fault: null });
  return true;
}

/** Sends what was read back, once: the phase is changed before anything is awaited, so a second press finds it changed. */
export async function send(more: Overrides = {}): Promise<void> {
  const { draft, phase, overrides: before } = useSell.getState();
  const overrides = { ...before, ...more };
  const input = orderInput(draft, overrides);
  if (phase !== 'review' || !input) return;
  const pressedAt = Date.now() + useStatus.getState().clockAhead;
  // A PIN is for one try: whoever goes on types it again.
  const { pin: _typed, ...kept } = overrides;
  useSell.setState({ phase: 'sending', problem: null, overrides: kept, saleId: null, pressedAt });
  const answer = await call('order', { ...input, ...shownMode() });
  if (answer.ok) {
    keepSales([answer.value]);
    useSell.setState({ phase: 'done', saleId: answer.value.id });
    void refreshOffers();
    return;
  }
  const { error } = answer;
  if (error.other) keepSales([error.other]);
  if (error.transaction) {
    keepSales([error.transaction]);
    useSell.setState({ phase: 'done', saleId: error.transaction.id, problem: error });
    return;
  }
  if (!mayHaveLeft(error)) {
    useSell.setState({ phase: 'review', problem: error });
    return;
  }
  const told = saleBeingSent(useSales.getState().byId, input, pressedAt - clockSlack);
  useSell.setState({ phase: 'done', saleId: told?.id ?? null, problem: error });
}

/** Main's clock is known to the second. */
export const clockSlack = 2000;

/** The call broke on its way: nobody here knows whether the order left. Everything else, a failing disk too, is before sending. */
function mayHaveLeft(error: KonterError): boolean {
  return (error.code === 'internal' && !isDiskReason(error.reason)) || error.code === 'outcome_unknown';
}
