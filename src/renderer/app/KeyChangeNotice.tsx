import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../shared/contract/errors.ts';
import { call } from '../host/call.ts';
import { useAnswer } from '../host/use-answer.ts';
import { plural } from '../i18n/i18n.ts';
import { useMay } from '../state/people.ts';
import { showReceipt, showSettings } from '../state/router.ts';
import { useSettings } from '../state/settings.ts';
import { useStatus } from '../state/status.ts';
import { Button } from '../ui/Button.tsx';
import { classes, inputLook } from '../ui/classes.ts';
import { Dialog, DialogFooter } from '../ui/Dialog.tsx';
import { Field, PinField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SaleSummary } from '../ui/SaleSummary.tsx';
import { toneBorder, toneSoft, toneText } from '../ui/state-look.ts';
import { errorWords } from '../words/error-words.ts';

/** Webhooks of the shop's orders fail their signature: the key was probably changed at the provider. From two orders on none is sent. */
export function KeyChangeNotice() {
  const { t } = useTranslation();
  const keyChange = useStatus((state) => state.status?.keyChange);
  const mayEnter = useMay('settingsConnection');
  const [open, setOpen] = useState(false);
  if (!keyChange) return null;
  const tone = keyChange.stopped ? 'failed' : 'unknown';
  return (
    <section
      role="alert"
      className={classes(
        'flex shrink-0 items-center gap-4 border-b px-4 py-2 zoomed:flex-wrap',
        toneBorder[tone],
        toneSoft[tone],
      )}
    >
      <KeyRound aria-hidden="true" className={classes('size-7 shrink-0', toneText[tone])} />
      <div className="min-w-0 flex-1">
        <p className={classes('text-large font-semibold', toneText[tone])}>
          {t(keyChange.stopped ? 'safety.keyChange.stopped' : 'safety.keyChange.warned')}
        </p>
        <p className="text-ink">
          {t('safety.keyChange.why', plural(keyChange.orders))}{' '}
          {t(mayEnter ? 'safety.keyChange.do' : 'safety.keyChange.call')}
        </p>
      </div>
      <Button onClick={() => setOpen(true)}>{t('safety.keyChange.see')}</Button>
      {mayEnter ? <Button onClick={() => showSettings('connection')}>{t('safety.keyChange.enter')}</Button> : null}
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
  const minutes = useSettings((state) => state.view?.settings.overdueMinutes ?? 10);
  const orders = answer?.ok ? answer.value : [];
  const lead = orders.length === 0 ? t('safety.keyChange.none') : t('safety.keyChange.list', plural(minutes));
  const fault = answer?.ok === false ? answer.error : problem;
  const open = (id: string): void => {
    onClose();
    showReceipt(id);
  };
  const goOn = async (): Promise<void> => {
    const allowed = await call('webhooks.allowOrders', { note, ...(pin === '' ? {} : { pin }) });
    if (allowed.ok) onClose();
    else setProblem(allowed.error);
  };
  return (
    <Dialog title={t('safety.keyChange.orders')} {...(answer?.ok ? { lead } : {})} onClose={onClose}>
      {(settled) => (
        <>
          <ul className="flex flex-col gap-2">
            {orders.map((sale) => (
              <li key={sale.id}>
                <button type="button" className="w-full rounded-box text-left" onClick={() => open(sale.id)}>
                  <SaleSummary sale={sale} />
                </button>
              </li>
            ))}
          </ul>
          {stopped ? (
            <fieldset className="rounded-box border border-line p-3">
              <legend className="px-1 font-medium">{t('safety.keyChange.goOnTitle')}</legend>
              <p className="pb-2">{t('safety.keyChange.goOnWhy')}</p>
              <div className="grid grid-cols-[1fr_9rem] gap-3">
                <Field label={t('safety.keyChange.reason')} hint={t('safety.keyChange.reasonHint')}>
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
                <PinField
                  label={t('safety.keyChange.pin')}
                  value={pin}
                  onChange={(event) => setPin(event.target.value)}
                />
              </div>
            </fieldset>
          ) : null}
          <DialogFooter>
            {fault ? <Notice tone="failed" live="alert" compact {...errorWords(t, fault)} /> : null}
            <div className="flex flex-row-reverse flex-wrap justify-between gap-3">
              <Button look="primary" disabled={!settled} onClick={onClose}>
                {t('safety.keyChange.back')}
              </Button>
              {stopped ? (
                <Button look="danger" disabled={!settled || note.trim().length < 3} onClick={() => void goOn()}>
                  {t('safety.keyChange.goOn')}
                </Button>
              ) : null}
            </div>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
