import { useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../shared/contract/errors.ts';
import { LongReason, Pin } from '../../shared/contract/procedure.ts';
import { call, useAnswer } from '../host/call.ts';
import { errorWords, plural } from '../i18n/i18n.ts';
import { ageOf, dateTimeText } from '../i18n/time-text.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useNow } from '../state/clock.ts';
import { useMay, usePeople } from '../state/people.ts';
import { showReceipt, showReceipts, showSettings } from '../state/router.ts';
import { useSettings, useShopZone } from '../state/settings.ts';
import { needsRestoreNotice, useServes, useStatus } from '../state/status.ts';
import type { Tone } from '../state/toast.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogFooter } from '../ui/Dialog.tsx';
import { PinField, TextField } from '../ui/Field.tsx';
import { useZodForm } from '../ui/form.ts';
import { TriangleAlert } from '../ui/icons.tsx';
import { History, KeyRound } from '../ui/later-icons.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { SaleSummary } from '../ui/SaleSummary.tsx';
import { AlertBar } from './AlertBar.tsx';

/** What a person has to decide or to see to before selling goes on as usual. hasSafetyNotice says whether there is any. */
export function SafetyNotices() {
  return (
    <>
      <ShopKeyNotice />
      <KeyChangeNotice />
      <SafetyQuestions />
      <RestoreNotice />
    </>
  );
}

/** The counter cannot see what the others of its shop sell. */
function ShopKeyNotice() {
  const { t } = useTranslation();
  const shop = useStatus((state) => state.status?.shop);
  const sells = useServes('order');
  const mayEnter = useMay('settingsConnection');
  if (!shop?.isKeyMissing) return null;
  return (
    <AlertBar
      tone="failed"
      icon={KeyRound}
      title={t(sells ? 'integrity.shopKey.title' : 'office.shopKey.title', { shop: shop.name })}
      why={`${t(sells ? 'integrity.shopKey.why' : 'office.shopKey.why')} ${t(mayEnter ? 'integrity.shopKey.do' : 'integrity.shopKey.call')}`}
    >
      {mayEnter ? <Button onClick={() => showSettings('connection')}>{t('integrity.shopKey.enter')}</Button> : null}
    </AlertBar>
  );
}

/** Webhooks of the shop's orders fail their signature: the key was probably changed at the provider. From two orders on none is sent. */
function KeyChangeNotice() {
  const { t } = useTranslation();
  const keyChange = useStatus((state) => state.status?.keyChange);
  const mayEnter = useMay('settingsConnection');
  const [open, setOpen] = useState(false);
  if (!keyChange) return null;
  return (
    <AlertBar
      tone={keyChange.stopped ? 'failed' : 'unknown'}
      icon={KeyRound}
      title={t(keyChange.stopped ? 'integrity.keyChange.stopped' : 'integrity.keyChange.warned')}
      why={`${t('integrity.keyChange.why', plural(keyChange.orders))} ${t(mayEnter ? 'integrity.keyChange.do' : 'integrity.keyChange.call')}`}
    >
      <Button onClick={() => setOpen(true)}>{t('integrity.keyChange.see')}</Button>
      {mayEnter ? <Button onClick={() => showSettings('connection')}>{t('integrity.keyChange.enter')}</Button> : null}
      {open ? <RefusedOrders stopped={keyChange.stopped && mayEnter} onClose={() => setOpen(false)} /> : null}
    </AlertBar>
  );
}

const readUnverified = () => call('webhooks.unverified');

function RefusedOrders({ stopped, onClose }: { stopped: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const answer = useAnswer(readUnverified, 'unverified', null)?.answer;
  const [problem, setProblem] = useState<KonterError | null>(null);
  const [note, setNote] = useState('');
  const [pin, setPin] = useState('');
  const minutes = useSettings((state) => state.view?.settings.overdueMinutes ?? 10);
  const orders = answer?.ok ? answer.value : [];
  const lead = orders.length === 0 ? t('integrity.keyChange.none') : t('integrity.keyChange.list', plural(minutes));
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
    <Dialog title={t('integrity.keyChange.orders')} {...(answer?.ok ? { lead } : {})} onClose={onClose}>
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
              <legend className="px-1 font-medium">{t('integrity.keyChange.goOnTitle')}</legend>
              <p className="pb-2">{t('integrity.keyChange.goOnWhy')}</p>
              <div className="grid grid-cols-[1fr_9rem] gap-3">
                <TextField
                  label={t('integrity.keyChange.reason')}
                  hint={t('integrity.keyChange.reasonHint')}
                  maxLength={400}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                />
                <PinField
                  label={t('integrity.keyChange.pin')}
                  value={pin}
                  onChange={(event) => setPin(event.target.value)}
                />
              </div>
            </fieldset>
          ) : null}
          <DialogFooter reverse notice={<ErrorNotice compact error={fault} />}>
            <Button look="primary" disabled={!settled} onClick={onClose}>
              {t('integrity.keyChange.back')}
            </Button>
            {stopped ? (
              <Button
                look="danger"
                disabled={!settled || !LongReason.safeParse(note).success}
                onClick={() => void goOn()}
              >
                {t('integrity.keyChange.goOn')}
              </Button>
            ) : null}
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

/** Asked before the first sale: whether the database is the newest one, and whether the clock is right. */
function SafetyQuestions() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const shop = status?.shop;
  const ahead = status?.clockAheadMs ?? null;
  const difference = ageOf(Math.abs(ahead ?? 0));
  return (
    <>
      {status?.olderBook === true ? (
        <Question
          risk="older_book"
          tone="failed"
          title={t('integrity.accept.olderBook.title')}
          why={t('integrity.accept.olderBook.why')}
          goOn={t('integrity.accept.olderBook.goOn')}
        />
      ) : null}
      {shop?.isLeft ? (
        <Question
          risk="shop_left"
          tone="failed"
          title={t('integrity.accept.shopLeft.title', { shop: shop.name })}
          why={t('integrity.accept.shopLeft.why')}
          goOn={t('integrity.accept.shopLeft.goOn')}
        />
      ) : null}
      {shop?.lacksCounters || (shop?.waitsFor?.length ?? 0) > 0 ? (
        <Question
          risk="relay_restored"
          tone="failed"
          title={t('integrity.accept.relayRestored.title')}
          why={
            shop?.lacksCounters
              ? t('integrity.accept.relayRestored.lacksCounters')
              : t('integrity.accept.relayRestored.why', { counters: shop?.waitsFor?.join(', ') })
          }
          goOn={t('integrity.accept.relayRestored.goOn')}
        />
      ) : null}
      {ahead === null ? null : (
        <Question
          risk="clock"
          tone="unknown"
          title={t('integrity.accept.clock.title')}
          why={t(ahead > 0 ? 'integrity.accept.clock.ahead' : 'integrity.accept.clock.behind', {
            by: t(`appShell.age.${difference.unit}`, { n: difference.n }),
          })}
          goOn={t('integrity.accept.clock.goOn')}
        />
      )}
    </>
  );
}

interface QuestionProps {
  risk: 'clock' | 'older_book' | 'relay_restored' | 'shop_left';
  /** "failed": selling stops until it is answered */
  tone: Extract<Tone, 'failed' | 'unknown'>;
  title: string;
  why: string;
  goOn: string;
}

function Question({ risk, tone, title, why, goOn }: QuestionProps) {
  const { t } = useTranslation();
  const people = usePeople((state) => state.state?.exist ?? false);
  const form = useZodForm({
    schema: z.object({ pin: z.string() }),
    defaults: { pin: '' },
    async send({ pin }) {
      const parsed = Pin.safeParse(pin);
      const answer = await call('safety.accept', { what: risk, ...(parsed.success ? { pin: parsed.data } : {}) });
      form.setValue('pin', '');
      return answer.ok ? null : answer.error;
    },
  });
  const fault = form.error ? errorWords(t, form.error) : null;
  const pinLabel = risk === 'clock' && people ? t('integrity.keyChange.pin') : t('receipts.resolving.pin');
  return (
    <AlertBar
      tone={tone}
      icon={TriangleAlert}
      title={title}
      why={why}
      fault={fault && [fault.lines[0], fault.lines.at(-1)].join(' ')}
    >
      <form {...form.props} aria-label={title} className="flex shrink-0 items-end gap-2">
        <div className="w-32">
          <PinField label={pinLabel} bare {...form.field('pin')} />
        </div>
        <Button type="submit">{goOn}</Button>
      </form>
    </AlertBar>
  );
}

/** An older copy of the database was restored. Shows for a day, or while a sale is uncertain, until it is dismissed. */
function RestoreNotice() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const status = useStatus((state) => state.status);
  const now = useNow();
  const [hidden, setHidden] = useState<string | null>(null);
  const restored = status?.restored ?? null;
  if (!status || !restored || hidden === restored.at || !needsRestoreNotice(status, now)) return null;
  return (
    <output className="flex min-h-12 shrink-0 items-center gap-3 border-b border-pending bg-pending-soft px-4 py-1 text-pending">
      <History aria-hidden="true" className="size-6 shrink-0" />
      <span className="flex-1">
        <strong className="font-semibold">
          {t(`integrity.restored.${restored.reason}`, { time: dateTimeText(restored.at, zone) })}
        </strong>{' '}
        <span className="text-ink">{t('integrity.restored.why')}</span>
      </span>
      <Button onClick={() => showReceipts({ view: 'unknown' })}>{t('integrity.restored.see')}</Button>
      <Button look="quiet" onClick={() => setHidden(restored.at)}>
        {t('integrity.restored.hide')}
      </Button>
    </output>
  );
}
