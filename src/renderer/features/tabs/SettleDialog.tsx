import { MessageCircle, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Output } from '../../../shared/contract/registry.ts';
import type { Tab } from '../../../shared/contract/tabs.ts';
import { maxBillAmount } from '../../../shared/domain/entry.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { MoneyMethod, moneyMethods } from '../../../shared/domain/payment.ts';
import { call } from '../../host/call.ts';
import { openWhatsApp } from '../../host/copy-or-save.ts';
import { settlementText } from '../../i18n/share-messages.ts';
import { mergeSales } from '../../state/sales.ts';
import { currentNumberPlan, useSettings } from '../../state/settings.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter, FormDialog } from '../../ui/Dialog.tsx';
import { Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { useSlipSettings } from '../../ui/slip/slip.ts';
import { chatNumber, printSettlement } from './tab-list.ts';

interface Props {
  tab: Tab;
  customerId: string;
  /** something was paid */
  onPaid: () => void;
  onClose: () => void;
}

/** As the contract's Reference. */
const maxReference = 64;

const formOf = (owed: number) =>
  z.object({
    amount: z
      .int()
      .nullable()
      .transform((typed) => typed ?? 0)
      .pipe(z.int().min(1).max(owed)),
    method: MoneyMethod,
    reference: z.string().trim().max(maxReference),
  });

/** A customer pays of the tab: how much, by which method. Afterwards the proof, and what is left. */
export function SettleDialog({ tab, customerId, onPaid, onClose }: Props) {
  const { t } = useTranslation();
  // As it was when the amount was typed: where the answer to a try is lost, the same again is refused.
  const [shown] = useState(tab.owed);
  const [paid, setPaid] = useState<Output<'tabs.settle'> | null>(null);
  const printsAtOnce = useSettings(({ view }) => view?.settings.autoPrint && view.settings.defaultPrinter !== null);
  const { name, owed } = tab;
  const who = name ?? t('tabs.nobody');
  const form = useZodForm({
    schema: formOf(owed),
    defaults: { amount: owed, method: 'cash', reference: '' },
    async send({ amount, method, reference }) {
      const answer = await call('tabs.settle', {
        customerId,
        amount,
        method,
        owed: shown,
        ...(method === 'cash' || reference === '' ? {} : { reference }),
      });
      if (!answer.ok) {
        // Another window may have taken some of it.
        onPaid();
        return answer.error;
      }
      mergeSales(answer.value.sales);
      setPaid(answer.value);
      onPaid();
      if (printsAtOnce) void printSettlement(customerId, answer.value.settlement.at);
      return null;
    },
  });
  if (paid) return <Paid tab={tab} customerId={customerId} paid={paid} onClose={onClose} />;
  const typed = form.watch('amount');
  const method = form.watch('method');
  const bad =
    typed !== null && typed > owed ? t('tabs.settle.tooMuch', { owed: formatRupiah(owed) }) : t('tabs.settle.noAmount');
  return (
    <FormDialog
      title={t('tabs.settle.title', { name: who })}
      lead={t('tabs.settle.lead', { owed: formatRupiah(owed) })}
      form={form}
      submit={t('tabs.settle.save')}
      // Closed while it records, it would show no proof, and what is not shown is recorded again.
      onClose={() => (form.busy ? undefined : onClose())}
    >
      <AmountField
        label={t('tabs.settle.amount')}
        max={maxBillAmount}
        aside={
          typed === owed ? null : (
            <button
              type="button"
              className="min-h-11 px-1 text-small font-semibold underline underline-offset-4"
              onClick={() => form.control('amount').onValue(owed)}
            >
              {t('tabs.settle.whole')}
            </button>
          )
        }
        {...form.control('amount', bad)}
        {...(typed !== null && typed > owed ? { fault: bad } : {})}
      />
      <Choice
        label={t('tabs.settle.by')}
        choices={moneyMethods.map((value) => ({ value, label: t(`payments.method.${value}`) }))}
        {...form.control('method')}
      />
      {method === 'cash' ? null : (
        <TextField
          label={t('tabs.settle.reference')}
          hint={t('tabs.settle.look')}
          maxLength={maxReference}
          {...form.field('reference')}
        />
      )}
    </FormDialog>
  );
}

interface PaidProps {
  tab: Tab;
  customerId: string;
  paid: Output<'tabs.settle'>;
  onClose: () => void;
}

function Paid({ tab, customerId, paid: { tab: rest, settlement }, onClose }: PaidProps) {
  const { t } = useTranslation();
  const { shop, timeZone: zone, language, training: isTraining } = useSlipSettings();
  const left = rest?.owed ?? 0;
  const print = (): void => void printSettlement(customerId, settlement.at);
  const send = (): void => {
    const place = { shop: shop.name, zone, language, isTraining };
    const text = settlementText(t, { ...settlement, name: tab.name, left }, place);
    openWhatsApp(chatNumber(tab, currentNumberPlan()), text);
  };
  return (
    <Dialog
      title={t('tabs.paid.title', { amount: formatRupiah(settlement.amount) })}
      lead={t('tabs.paid.lead', {
        name: tab.name ?? t('tabs.nobody'),
        method: t(`payments.method.${settlement.method}`),
      })}
      onClose={onClose}
      keys={[
        { key: 'F8', label: t('tabs.print'), run: print },
        { key: 'F6', label: t('outcome.whatsapp'), run: send },
        { key: 'Enter', label: t('tabs.paid.done'), run: onClose },
      ]}
    >
      {(settled) => (
        <>
          <output className="text-title font-bold">
            {left > 0 ? t('tabs.paid.left', { owed: formatRupiah(left) }) : t('tabs.paid.nothing')}
          </output>
          <DialogFooter>
            <span className="flex flex-wrap gap-2">
              <Button icon={Printer} hotkey="F8" disabled={!settled} onClick={print}>
                {t('tabs.print')}
              </Button>
              <Button icon={MessageCircle} hotkey="F6" disabled={!settled} onClick={send}>
                {t('outcome.whatsapp')}
              </Button>
            </span>
            <Button look="primary" hotkey="Enter" disabled={!settled} onClick={onClose}>
              {t('tabs.paid.done')}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
