import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { owesCash } from '../../../shared/domain/cash.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { Binding } from '../../keys/match.ts';
import { dialogSettles, useSettled } from '../../keys/settled.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { askPrint } from '../../prints/ask-print.ts';
import { PrintButton } from '../../prints/PrintButton.tsx';
import { PrintLine } from '../../prints/PrintLine.tsx';
import { goTo, goToSale } from '../../store/places.ts';
import { useStatus } from '../../store/status.ts';
import { errorWords } from '../../words/error-words.ts';
import { SaveCustomer } from '../customers/SaveCustomer.tsx';
import { Outcome } from './Outcome.tsx';
import { ReturnCash } from './ReturnCash.tsx';
import { Unwritten } from './Unwritten.tsx';

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
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="mx-auto flex h-full max-w-4xl flex-col gap-3 overflow-y-auto px-6 py-4 outline-none"
    >
      <div className="flex flex-1 flex-col justify-center gap-4">
        {lost?.unwritten ? (
          <Unwritten unwritten={lost.unwritten} customerNo={sale?.customerNo ?? null} />
        ) : sale ? (
          <Outcome sale={sale} aside={open} />
        ) : sending ? (
          <Sending />
        ) : null}
        {lost ? <Notice tone="unknown" live="alert" {...errorWords(t, lost)} /> : null}
      </div>
      {id === null ? null : <PrintLine saleId={id} />}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {sale ? null : open}
        {owed && sale ? <ReturnCash sale={sale} large disabled={!settled} className="mr-auto" /> : null}
        {sale?.state === 'success' ? (
          <span className="mr-auto">
            <SaveCustomer sale={sale} />
          </span>
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
    </div>
  );
}

function Sending() {
  const { t } = useTranslation();
  return (
    <Notice
      tone="pending"
      live="status"
      title={t('outcome.sending.title')}
      lines={[t('outcome.sending.why'), t('outcome.sending.do')]}
    />
  );
}
