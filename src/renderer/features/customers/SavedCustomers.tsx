import { useCallback, useId, useState } from 'react';
import { z } from 'zod';
import type { CustomerFound, SavedCustomer } from '../../../shared/contract/customers.ts';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call, useAnswer, usePages } from '../../host/call.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { dateTimeText, dayText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useLanguage, useShopZone } from '../../state/settings.ts';
import { toast, toastError } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Search } from '../../ui/icons.tsx';
import { BookUser, UserPlus } from '../../ui/later-icons.tsx';
import { EmptyState, ErrorNotice } from '../../ui/Notice.tsx';
import { CustomerDialog } from './CustomerDialog.tsx';
import { SaveCustomerDialog } from './SaveCustomer.tsx';

type Doing = { kind: 'save'; of: SavedCustomer | null } | { kind: 'forget'; of: SavedCustomer } | null;

/** Customers who agreed to be remembered: found, added, changed and forgotten. */
export function CustomerBook() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [doing, setDoing] = useState<Doing>(null);
  const {
    answer: results,
    again,
    more,
  } = usePages(useCallback((cursor: string | null) => askEntries(text, cursor), [text]));
  const done = (words: string): void => {
    setDoing(null);
    toast('success', words);
    again();
  };
  const forget = async (id: string): Promise<void> => {
    const answer = await call('customers.forget', { id });
    if (answer.ok) done(t('savedCustomers.forgotten'));
    else toast('failed', errorWords(t, answer.error).title);
  };
  const close = (): void => setDoing(null);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-60 flex-1"
          label={t('savedCustomers.find')}
          hint={t('savedCustomers.findHint')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button className="mb-6" look="primary" icon={UserPlus} onClick={() => setDoing({ kind: 'save', of: null })}>
          {t('savedCustomers.add')}
        </Button>
      </div>
      {results === null ? null : !results.ok ? (
        <ErrorNotice error={results.error} />
      ) : (
        <>
          {results.value.total === 0 ? (
            <EmptyState icon={BookUser} title={t('savedCustomers.empty')} lead={t('savedCustomers.emptyDo')} />
          ) : null}
          <output className="text-small text-ink-soft">
            {results.value.total === 0
              ? null
              : results.value.rows.length === 0
                ? t('savedCustomers.none')
                : t('savedCustomers.total', plural(results.value.total))}
          </output>
          <ul className="flex flex-col">
            {results.value.rows.map((saved) => (
              <BookEntry
                key={saved.id}
                saved={saved}
                onChange={() => setDoing({ kind: 'save', of: saved })}
                onForget={() => setDoing({ kind: 'forget', of: saved })}
              />
            ))}
          </ul>
          {more === null ? null : (
            <Button className="self-start" onClick={() => void more().then(toastError)}>
              {t('savedCustomers.more')}
            </Button>
          )}
        </>
      )}
      {doing?.kind === 'save' ? (
        <SaveCustomerDialog of={doing.of} onClose={close} onSaved={() => done(t('savedCustomers.saved'))} />
      ) : null}
      {doing?.kind === 'forget' ? (
        <Confirm
          title={t('savedCustomers.forgetTitle', { name: doing.of.name })}
          lead={t('savedCustomers.forgetLead')}
          stop={t('common.cancel')}
          go={{ label: t('savedCustomers.forget'), run: () => void forget(doing.of.id) }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

async function askEntries(text: string, cursor: string | null) {
  const answer = await call('customers.list', { text, ...(cursor === null ? {} : { cursor }) });
  return answer.ok ? ok({ ...answer.value, rows: answer.value.customers }) : answer;
}

interface Props {
  saved: SavedCustomer;
  onChange: () => void;
  onForget: () => void;
}

/** One saved customer. A person who may not see the numbers may not change them. */
function BookEntry({ saved, onChange, onForget }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, note, numbers, purgeAt, consentBy, masked } = saved;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-b border-line py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="text-large font-semibold break-words">{name}</span>
        {numbers.map(({ customerNo, label, productCode }) => (
          <span key={customerNo} className="flex flex-wrap gap-x-3">
            <span className="font-mono font-semibold">{groupCustomerNo(customerNo)}</span>
            <span className="text-ink-soft">{[label, productCode].filter(Boolean).join(' · ')}</span>
          </span>
        ))}
        {note === null ? null : <span className="break-words">{note}</span>}
        <span className="text-small text-ink-soft">
          {consentBy === null
            ? t('savedCustomers.noConsent')
            : t('savedCustomers.until', {
                day: dayText(purgeAt, language),
                by: consentBy === 'cashier' ? t('actors.cashier') : consentBy,
              })}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={masked} onClick={onChange} aria-label={t('savedCustomers.changeDue', { name })}>
          {t('savedCustomers.change')}
        </Button>
        <Button onClick={onForget} aria-label={t('savedCustomers.forgetOf', { name })}>
          {t('savedCustomers.forget')}
        </Button>
      </div>
    </li>
  );
}

const schema = z.object({ text: z.string().trim().min(3) });
const readState = () => call('customers.state');

/** Finds a customer by number or name, to export or erase their data. */
export function FindCustomer() {
  const { t } = useTranslation();
  const heading = useId();
  const zone = useShopZone();
  const [results, setResults] = useState<Result<{ customers: CustomerFound[] }> | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const find = async (text: string): Promise<void> => setResults(await call('customers.find', { text }));
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
      {results === null ? null : !results.ok ? (
        <ErrorNotice error={results.error} />
      ) : results.value.customers.length === 0 ? (
        <output>{t('customers.find.none')}</output>
      ) : (
        <ul className="flex flex-col gap-2">
          {results.value.customers.map(({ customerNo, names, sales, lastAt }) => (
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
