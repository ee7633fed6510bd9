import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { CustomerFound } from '../../../shared/contract/customers.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { dateTimeText } from '../../ui/time-text.ts';
import { CustomerDialog } from './CustomerDialog.tsx';

const schema = z.object({ text: z.string().trim().min(3) });
const readState = () => call('customers.state');

/** Finds a customer by number or name, to export or erase their data. */
export function FindCustomer() {
  const { t } = useTranslation();
  const heading = useId();
  const zone = useShopZone();
  const [found, setFound] = useState<Result<{ customers: CustomerFound[] }> | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const find = async (text: string): Promise<void> => setFound(await call('customers.find', { text }));
  const state = useAnswer(readState, '', open)?.answer;
  const form = useZodForm({
    schema,
    defaults: { text: '' },
    send: async ({ text }) => {
      await find(text);
      return null;
    },
  });
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('customers.find.title')}
      </h4>
      <p>{t('customers.find.lead')}</p>
      {state?.ok && state.value.atRelay ? <p className="text-ink-soft">{t('customers.atRelay')}</p> : null}
      {state?.ok && state.value.toOthers > 0 ? <p className="text-ink-soft">{t('customers.toOthers')}</p> : null}
      <form {...form.props} className="flex flex-col gap-1">
        <TextField
          label={t('customers.find.label')}
          hint={t('customers.find.hint')}
          maxLength={100}
          {...form.field('text')}
        />
        <Button type="submit" className="self-start" icon={Search} disabled={!schema.safeParse(form.watch()).success}>
          {t('customers.find.go')}
        </Button>
      </form>
      {found === null ? null : !found.ok ? (
        <ErrorNotice error={found.error} />
      ) : found.value.customers.length === 0 ? (
        <output>{t('customers.find.none')}</output>
      ) : (
        <ul className="flex flex-col gap-2">
          {found.value.customers.map(({ customerNo, names, sales, lastAt }) => (
            <li
              key={customerNo}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-2"
            >
              <span className="flex min-w-0 flex-col">
                <span className="font-mono font-semibold">{groupCustomerNo(customerNo)}</span>
                {names.length > 0 ? <span>{names.join(', ')}</span> : null}
                <span className="text-small text-ink-soft">
                  {t('customers.find.row', { ...plural(sales), last: dateTimeText(lastAt, zone) })}
                </span>
              </span>
              <Button
                aria-label={t('customers.find.choose', { number: groupCustomerNo(customerNo) })}
                onClick={() => setOpen(customerNo)}
              >
                {t('customers.open')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open === null ? null : (
        <CustomerDialog
          customerNo={open}
          onClose={() => {
            setOpen(null);
            void find(form.watch('text'));
          }}
        />
      )}
    </section>
  );
}
