import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../shared/contract/errors.ts';
import { Button } from '../design/Button.tsx';
import { inputLook } from '../design/classes.ts';
import { Dialog } from '../design/Dialog.tsx';
import { DialogFooter } from '../design/DialogFooter.tsx';
import { Field } from '../design/Field.tsx';
import { Notice } from '../design/Notice.tsx';
import { call } from '../host/call.ts';
import { useAnswer } from '../host/use-answer.ts';
import { SaleLine } from '../screens/sale/SaleLine.tsx';
import { useMay } from '../store/people.ts';
import { goToSale, goToSettings } from '../store/places.ts';
import { useStatus } from '../store/status.ts';
import { errorWords } from '../words/error-words.ts';

/** Webhooks of own orders fit no key: the key was probably changed at the provider, and from two orders on none is sent. */
export function KeyChangeNotice() {
  const { t } = useTranslation();
  const keyChange = useStatus((state) => state.status?.keyChange);
  const mayEnter = useMay('settingsConnection');
  const [open, setOpen] = useState(false);
  if (!keyChange) return null;
  return (
    <section
      role="alert"
      className="flex shrink-0 items-center gap-4 border-b border-failed bg-failed-soft px-4 py-2 text-failed"
    >
      <KeyRound aria-hidden="true" className="size-7 shrink-0" />
      <div className="flex-1">
        <p className="text-large font-semibold">
          {t(keyChange.stopped ? 'safety.keyChange.stopped' : 'safety.keyChange.warned')}
        </p>
        <p className="text-ink">
          {t('safety.keyChange.why', { n: keyChange.orders })} {t('safety.keyChange.do')}
        </p>
      </div>
      {mayEnter ? <Button onClick={() => goToSettings('connection')}>{t('safety.keyChange.enter')}</Button> : null}
      <Button onClick={() => setOpen(true)}>{t('safety.keyChange.see')}</Button>
      {open ? <RefusedOrders stopped={keyChange.stopped && mayEnter} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

const ask = () => call('webhooks.unverified');

function RefusedOrders({ stopped, onClose }: { stopped: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const answer = useAnswer(ask, 'unverified', null)?.answer;
  const [problem, setProblem] = useState<KonterError | null>(null);
  const [note, setNote] = useState('');
  const [pin, setPin] = useState('');
  const orders = answer?.ok ? answer.value : [];
  const fault = answer?.ok === false ? answer.error : problem;
  const open = (id: string): void => {
    onClose();
    goToSale(id);
  };
  const goOn = async (): Promise<void> => {
    const allowed = await call('webhooks.allowOrders', { note, ...(pin === '' ? {} : { pin }) });
    if (allowed.ok) onClose();
    else setProblem(allowed.error);
  };
  return (
    <Dialog
      title={t('safety.keyChange.see')}
      lead={t(orders.length === 0 ? 'safety.keyChange.none' : 'safety.keyChange.list')}
      onClose={onClose}
    >
      {(settled) => (
        <>
          <ul className="flex flex-col gap-2">
            {orders.map((sale) => (
              <li key={sale.id}>
                <button type="button" className="w-full text-left" onClick={() => open(sale.id)}>
                  <SaleLine sale={sale} />
                </button>
              </li>
            ))}
          </ul>
          {stopped ? (
            <div className="pt-3">
              <p>{t('safety.keyChange.goOnWhy')}</p>
              <Field label={t('safety.keyChange.reason')} bare>
                {(ids) => (
                  <input
                    {...ids}
                    autoComplete="off"
                    maxLength={400}
                    className={inputLook}
                    value={note}
                    onChange={(event) => setNote(event.target.value)}
                  />
                )}
              </Field>
              <Field label={t('safety.keyChange.pin')} bare>
                {(ids) => (
                  <input
                    {...ids}
                    type="password"
                    inputMode="numeric"
                    autoComplete="off"
                    className={inputLook}
                    value={pin}
                    onChange={(event) => setPin(event.target.value)}
                  />
                )}
              </Field>
            </div>
          ) : null}
          {fault ? <Notice tone="failed" live="alert" {...errorWords(t, fault)} /> : null}
          <DialogFooter>
            <Button look="primary" disabled={!settled} onClick={onClose}>
              {t('safety.keyChange.back')}
            </Button>
            {stopped ? (
              <Button look="danger" disabled={!settled || note.trim().length < 3} onClick={() => void goOn()}>
                {t('safety.keyChange.goOn')}
              </Button>
            ) : null}
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
