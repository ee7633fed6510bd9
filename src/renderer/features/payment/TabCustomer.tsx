import { type KeyboardEvent, useState } from 'react';
import type { SavedCustomer } from '../../../shared/contract/customers.ts';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SaveCustomerDialog } from '../customers/index.ts';

/** More are narrowed by typing. */
const maxShown = 8;

/** Before anything is typed, the customers of the sale's number come first, else all by name. */
async function findCustomers(query: string): Promise<Result<readonly SavedCustomer[]>> {
  const [text = '', customerNo = ''] = query.split('\n');
  for (const each of text.trim() === '' ? [customerNo, ''] : [text]) {
    const answer = await call('customers.list', { text: each, limit: maxShown });
    if (!answer.ok) return answer;
    if (answer.value.customers.length > 0) return ok(answer.value.customers);
  }
  return ok([]);
}

interface Props {
  /** of the sale; its customers come first */
  customerNo: string;
  onChoose: (customer: { id: string; name: string }) => void;
  onClose: () => void;
}

/** Whose tab it is: searched in the saved customers. Enter takes the marked one, the arrows mark another. */
export function TabCustomer({ customerNo, onChoose, onClose: close }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const answer = useAnswer(findCustomers, `${text}\n${customerNo}`, null)?.answer ?? null;
  const listed = answer?.ok ? answer.value : [];
  const choose = ({ id, name }: { id: string; name: string }): void => onChoose({ id, name });
  const onKeyDown = (event: KeyboardEvent, settled: boolean): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const customer = listed[marked];
    if (step !== 0 && listed.length > 0) setMarked((marked + step + listed.length) % listed.length);
    else if (event.key === 'Enter' && settled && !event.repeat && customer) choose(customer);
    else return;
    event.preventDefault();
  };
  if (isAdding) {
    const customer = { customerNo, name: text, productCode: '' };
    return <SaveCustomerDialog of={customer} onClose={() => setAdding(false)} onSaved={choose} />;
  }
  return (
    <Dialog title={t('payments.tab.title')} lead={t('payments.tab.lead')} onClose={close}>
      {(settled) => (
        <>
          <SearchField
            label={t('payments.tab.field')}
            placeholder={t('payments.tab.field')}
            maxLength={100}
            value={text}
            onText={(typed) => {
              setText(typed);
              setMarked(0);
            }}
            onKeyDown={(event) => onKeyDown(event, settled)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there to be typed into
            autoFocus
          />
          {answer?.ok === false ? <ErrorNotice error={answer.error} /> : null}
          {answer?.ok && listed.length === 0 ? <output>{t('payments.tab.none')}</output> : null}
          <ul className="flex h-72 flex-col gap-1 overflow-y-auto">
            {listed.map(({ id, name, numbers }, at) => (
              <li key={id}>
                <button
                  type="button"
                  tabIndex={-1}
                  aria-pressed={at === marked}
                  disabled={!settled}
                  onClick={() => choose({ id, name })}
                  className={classes(
                    'flex min-h-11 w-full items-center justify-between gap-4 rounded-box px-3 text-left',
                    at === marked ? 'bg-accent-soft' : 'hover:bg-sunken',
                  )}
                >
                  <span className="min-w-0 truncate font-semibold">{name}</span>
                  <span className="font-mono text-small">{groupCustomerNo(numbers[0]?.customerNo ?? '')}</span>
                </button>
              </li>
            ))}
          </ul>
          <DialogFooter>
            <Button hotkey="Esc" onClick={close}>
              {t('common.close')}
            </Button>
            <Button onClick={() => setAdding(true)}>{t('savedCustomers.add')}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
