import { useState } from 'react';
import { z } from 'zod';
import { Reason } from '../../../shared/contract/procedure.ts';
import type { OpenClaim } from '../../../shared/contract/shop.ts';
import { maxCodeLength } from '../../../shared/domain/addresses.ts';
import { readConnectionCode } from '../../../shared/wire/connection-code.ts';
import { call, useAnswer } from '../../host/call.ts';
import { reasonLines } from '../../i18n/i18n.ts';
import { dateTimeText, dayText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Choice, PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { ConfirmPin, SaveBar, SecretField, type SectionProps } from './SettingsForm.tsx';
import { typedPin } from './settings-form.ts';

/** The other counters of the shop: adding one, and what those that are gone left open. Nothing where there are none. */
export function ShopSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const shop = useStatus((state) => state.status?.shop);
  if (!shop || shop.isKeyMissing) return null;
  return (
    <section
      aria-label={t('settings.oneShop.title', { shop: shop.name })}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <h4 className="text-large font-semibold">{t('settings.oneShop.title', { shop: shop.name })}</h4>
      <AddCounter view={view} />
      <OpenClaims />
    </section>
  );
}

const addForm = z
  .object({ connectionCode: z.string().max(maxCodeLength), pin: typedPin })
  .refine(({ connectionCode }) => readConnectionCode(connectionCode).ok, { path: ['connectionCode'] });
const empty = { connectionCode: '', pin: '' };

/** Adds the shop key to the code of a new mailbox, and shows it once. */
function AddCounter({ view }: SectionProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState<string | null>(null);
  const form = useZodForm({
    schema: addForm,
    defaults: empty,
    clears: empty,
    async send({ connectionCode, pin }) {
      const answer = await call('shop.addCounter', { connectionCode, ...(pin === '' ? {} : { pin }) });
      if (!answer.ok) return answer.error;
      setCode(answer.value.connectionCode);
      return null;
    },
  });
  const typed = form.watch('connectionCode');
  const read = typed === '' ? null : readConnectionCode(typed);
  return (
    <>
      <form {...form.props} aria-label={t('settings.oneShop.add')} className="flex flex-col gap-3">
        <h5 className="font-semibold">{t('settings.oneShop.add')}</h5>
        <SecretField
          label={t('settings.oneShop.code')}
          hint={t('settings.oneShop.codeHint')}
          isSet={false}
          locked={false}
          {...form.field('connectionCode')}
          fault={read && !read.ok ? reasonLines(t, read.fault).join(' ') : null}
        />
        {read?.ok ? (
          <ConfirmPin needed={view.secrets.supervisorPin} {...form.field('pin', t('settings.pin.bad'))} />
        ) : null}
        <SaveBar {...form} label={t('settings.oneShop.make')} />
      </form>
      {code === null ? null : (
        <Dialog title={t('settings.oneShop.made')} lead={t('settings.oneShop.madeLead')} onClose={() => setCode(null)}>
          {(settled) => (
            <>
              <QrCode text={code} className="mx-auto size-[min(24rem,38vh)]" />
              <p
                data-testid="counter-code"
                className="max-h-40 overflow-y-auto font-mono text-small break-all select-text"
              >
                {code}
              </p>
              <DialogFooter>
                <Button look="primary" disabled={!settled} onClick={() => setCode(null)}>
                  {t('settings.oneShop.handedOn')}
                </Button>
              </DialogFooter>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}

const readClaims = () => call('shop.openClaims');

/** Sales of counters that were taken away: until a person says what became of them, no counter sells the same. */
function OpenClaims() {
  const { t, language } = useTranslation();
  const zone = useShopZone();
  const [times, setTimes] = useState(0);
  const [settling, setSettling] = useState<OpenClaim | null>(null);
  const answer = useAnswer(readClaims, 'open-claims', times)?.answer;
  if (!answer?.ok || answer.value.length === 0)
    return answer?.ok === false ? <ErrorNotice compact error={answer.error} /> : null;
  return (
    <section aria-label={t('settings.oneShop.open')} className="flex flex-col gap-2">
      <h5 className="font-semibold">{t('settings.oneShop.open')}</h5>
      <p>{t('settings.oneShop.openLead')}</p>
      <ul className="flex flex-col gap-2">
        {answer.value.map((claim) => (
          <li
            key={claim.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line p-3"
          >
            <span>
              <span className="font-semibold">{claim.counter ?? t('settings.oneShop.lostJournal')}</span>
              {' · '}
              {claim.since === null ? dayText(claim.day, language) : dateTimeText(claim.since, zone)}
              <span className="block font-mono text-small break-all text-ink-soft select-text">{claim.id}</span>
            </span>
            <Button onClick={() => setSettling(claim)}>{t('settings.oneShop.settle')}</Button>
          </li>
        ))}
      </ul>
      {settling ? (
        <Settle
          claim={settling}
          onClose={() => {
            setSettling(null);
            setTimes(times + 1);
          }}
        />
      ) : null}
    </section>
  );
}

const Outcome = z.enum(['success', 'failed']);
const settleForm = z.object({ outcome: Outcome.nullable().pipe(Outcome), note: Reason, pin: typedPin });

function Settle({ claim, onClose }: { claim: OpenClaim; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: settleForm,
    defaults: { outcome: null, note: '', pin: '' },
    async send({ outcome, note, pin }) {
      const answer = await call('shop.settleClaim', { id: claim.id, outcome, note, ...(pin === '' ? {} : { pin }) });
      return answer.ok ? null : answer.error;
    },
    done: onClose,
  });
  return (
    <Dialog title={t('settings.oneShop.settle')} lead={t('settings.oneShop.settleLead')} onClose={onClose}>
      {(settled) => (
        <form {...form.props} className="flex flex-col gap-3">
          <Choice
            label={t('settings.oneShop.outcome')}
            choices={[
              { value: 'success', label: t('states.success') },
              { value: 'failed', label: t('states.failed') },
            ]}
            {...form.control('outcome', t('settings.oneShop.outcomeBad'))}
          />
          <TextField
            label={t('integrity.keyChange.reason')}
            maxLength={200}
            {...form.field('note', t('people.override.reasonBad'))}
          />
          <PinField label={t('receipts.resolving.pin')} {...form.field('pin', t('settings.pin.bad'))} />
          <DialogFooter notice={<ErrorNotice compact error={form.error} />}>
            <Button disabled={!settled} onClick={onClose}>
              {t('common.back')}
            </Button>
            <Button type="submit" look="primary" disabled={!settled || form.busy}>
              {t('settings.oneShop.record')}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
