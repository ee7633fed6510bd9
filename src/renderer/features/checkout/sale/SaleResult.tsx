import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { owesCash } from '../../../../shared/domain/cash.ts';
import { saysLackOfDeposit } from '../../../../shared/domain/refusal-words.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import type { Binding } from '../../../keys/match.ts';
import { dialogSettles, useSettled } from '../../../keys/settled.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { goTo, goToSale } from '../../../state/places.ts';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Said } from '../../../ui/Said.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { aloud, resultAloud, saleAloud } from '../../../words/sale-aloud.ts';
import { SaveCustomer } from '../../customers/SaveCustomer.tsx';
import { askPrint } from '../../prints/ask-print.ts';
import { PrintButton } from '../../prints/PrintButton.tsx';
import { PrintLine } from '../../prints/PrintLine.tsx';
import { canSellAgainWithCash, repeatSale } from '../repeat-sale.ts';
import { AboveActions } from './AboveActions.tsx';
import { Outcome } from './Outcome.tsx';
import { ReturnCash } from './ReturnCash.tsx';
import { Unwritten } from './Unwritten.tsx';
import { unwrittenRows } from './unwritten-rows.ts';

interface Props {
  /** null while main has not told of it */
  sale: Transaction | null;
  problem: KonterError | null;
  sending: boolean;
  next: string;
  onNext: () => void;
}

const printable = new Set(['pending', 'success', 'unknown', 'disputed']);

/** What became of the sale, in the place where it was read back. It changes by itself when news comes. */
export function SaleResult({ sale, problem, sending, next, onNext }: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const settled = useSettled(dialogSettles, sale?.state ?? sending);
  const id = sale !== null && printable.has(sale.state) ? sale.id : null;
  const waiting = useStatus((state) => (state.status?.notWritten.count ?? 0) > 0);
  // What was not written down stays in sight until it is.
  const unwritten = problem?.reason === 'not_recorded' && (waiting || sale?.state === 'sending');
  const lost = sending || (sale && !unwritten) ? null : problem;
  // It is nowhere else: an Enter out of habit must not take it off the screen.
  const mustNote = lost?.unwritten !== undefined;
  const owed = sale !== null && owesCash(sale);
  useEffect(() => panel.current?.focus(), []);
  useKeys(
    useMemo((): Binding[] => {
      const keys: Binding[] = [];
      if (id !== null) keys.push({ key: 'F8', label: t('printing.print'), run: () => void askPrint({ sale: id }) });
      if (!sending && !mustNote) keys.push({ key: 'Enter', label: next, run: () => (settled ? onNext() : undefined) });
      return keys;
    }, [t, id, sending, mustNote, settled, next, onNext]),
  );
  const open =
    sending || owed ? null : (
      <Button look="quiet" onClick={() => (sale ? goToSale(sale.id) : goTo('receipts'))}>
        {t('outcome.open')}
      </Button>
    );
  // Without an error of the call it came by webhook: then the counter says so in its status.
  const lowDeposit = useStatus((state) => state.status?.lowDeposit === true) && saysLackOfDeposit(sale?.message ?? '');
  const reason = problem?.reason ?? (lowDeposit ? 'deposit_low' : undefined);
  const { words, urgent } = useWords({ sale, lost, sending, reason });
  const aside = (
    <div className="flex shrink-0 flex-col items-end">
      {open}
      {sale?.state === 'success' ? <SaveCustomer sale={sale} /> : null}
    </div>
  );
  return (
    <AboveActions
      label={t('outcome.label')}
      panel={panel}
      actions={
        <div className="flex flex-wrap items-center justify-end gap-3">
          {sale ? null : open}
          {owed && sale ? <ReturnCash sale={sale} large disabled={!settled} className="mr-auto" /> : null}
          {sale && !sending && canSellAgainWithCash(sale) ? (
            <Button large disabled={!settled} onClick={() => repeatSale(sale)}>
              {t('receipts.repeatWithCash')}
            </Button>
          ) : null}
          {id === null || sale === null ? null : <PrintButton sale={sale} large />}
          {mustNote ? (
            <Button large disabled={!settled} onClick={onNext}>
              {t('safety.unwritten.noted')}
            </Button>
          ) : (
            <Button look="primary" large hotkey="Enter" disabled={sending || !settled} onClick={onNext}>
              {next}
            </Button>
          )}
        </div>
      }
    >
      <Said words={urgent ? '' : words} />
      <Said urgent words={urgent ? words : ''} />
      <div className="flex flex-1 flex-col justify-center gap-4 short:gap-2">
        {lost?.unwritten ? (
          <Unwritten unwritten={lost.unwritten} customerNo={sale?.customerNo ?? null} />
        ) : sale ? (
          <Outcome sale={sale} reason={reason} aside={aside} />
        ) : sending ? (
          <Sending />
        ) : null}
        {lost ? <Notice tone="unknown" {...errorWords(t, lost)} /> : null}
      </div>
      {id === null ? null : <PrintLine saleId={id} />}
    </AboveActions>
  );
}

interface Heard extends Pick<Props, 'sale' | 'sending'> {
  lost: KonterError | null;
  reason: string | undefined;
}

/** All that stands here, as it is heard. */
function useWords({ sale, lost, sending, reason }: Heard) {
  const { t } = useTranslation();
  if (lost) {
    const { title, lines } = errorWords(t, lost);
    const paper = lost.unwritten
      ? [
          t('safety.unwritten.title'),
          t('safety.unwritten.lead'),
          ...unwrittenRows(t, lost.unwritten, sale?.customerNo ?? null).map(({ label, value }) => `${label} ${value}`),
        ]
      : [sale && saleAloud(t, sale)];
    return { words: aloud([...paper, title, ...lines]), urgent: true };
  }
  return resultAloud(t, { sale, sending, reason });
}

function Sending() {
  const { t } = useTranslation();
  return (
    <Notice
      tone="pending"
      title={t('outcome.sending.title')}
      lines={[t('outcome.sending.why'), t('outcome.sending.do')]}
    />
  );
}
