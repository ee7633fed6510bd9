import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { SavedCustomer } from '../../../shared/contract/customers.ts';
import { type KonterError, ok, type Result } from '../../../shared/contract/errors.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { UserRound } from '../../ui/icons.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SaveCustomerDialog } from '../customers/index.ts';
import { isNewName, markedAtFirst } from './tab-names.ts';

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

interface Debtor {
  id: string;
  name: string;
}

interface Props {
  /** of the sale; its customers come first */
  customerNo: string;
  onChoose: (customer: Debtor) => void;
  onClose: () => void;
}

/**
 * Whose tab it is: searched in the saved customers, or a new name, which stands below those that match. Enter takes the marked one, the
 * arrows mark another.
 */
export function TabCustomer({ customerNo, onChoose, onClose: close }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  /** null: as the list comes */
  const [moved, setMoved] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const answer = useAnswer(findCustomers, `${text}\n${customerNo}`, null)?.answer ?? null;
  const listed = answer?.ok ? answer.value : [];
  const offersNew = answer?.ok === true && isNewName(text, listed);
  const rows = listed.length + Number(offersNew);
  const marked = moved ?? markedAtFirst(listed);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // An answer that comes once this is closed chooses no customer: another customer may be at the counter.
  const choose = ({ id, name }: Debtor): void => (isOpen.current ? onChoose({ id, name }) : undefined);
  const newName = useNewName(choose);
  const onKeyDown = (event: KeyboardEvent, settled: boolean): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && rows > 0) setMoved(marked < 0 && step < 0 ? rows - 1 : (marked + step + rows) % rows);
    else if (event.key === 'Enter' && settled && !event.repeat && marked >= 0 && marked < rows) {
      const customer = listed[marked];
      if (customer) choose(customer);
      else newName.add(text);
    } else return;
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
            maxLength={80}
            value={text}
            onText={(typed) => {
              setText(typed);
              setMoved(null);
              newName.forgetError();
            }}
            onKeyDown={(event) => onKeyDown(event, settled)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there to be typed into
            autoFocus
          />
          <ErrorNotice compact error={answer?.ok === false ? answer.error : newName.error} />
          {answer?.ok && rows === 0 ? <output>{t('payments.tab.none')}</output> : null}
          {marked < 0 ? <output>{t('payments.tab.sameName', { name: listed[0]?.name ?? '' })}</output> : null}
          <ul className="flex h-72 flex-col gap-1 overflow-y-auto">
            {listed.map(({ id, name, numbers }, at) => (
              <Row key={id} isMarked={at === marked} disabled={!settled} onClick={() => choose({ id, name })}>
                <span className="min-w-0 truncate font-semibold">{name}</span>
                <span className="font-mono text-small">{groupCustomerNo(numbers[0]?.customerNo ?? '')}</span>
              </Row>
            ))}
            {offersNew ? (
              <Row isMarked={marked === listed.length} disabled={!settled} onClick={() => newName.add(text)}>
                <span className="min-w-0 truncate font-semibold">
                  {t('payments.tab.newName', { name: text.trim() })}
                </span>
                <UserRound aria-hidden="true" className="size-5 shrink-0" />
              </Row>
            ) : null}
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

/** Writes a new name down, once, and takes it for the tab. */
function useNewName(onChoose: (customer: Debtor) => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const add = async (text: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const answer = await call('customers.addDebtor', { name: text.trim() });
    setBusy(false);
    if (answer.ok) onChoose(answer.value);
    else setError(answer.error);
  };
  return { error, add: (text: string) => void add(text), forgetError: () => setError(null) };
}

interface RowProps {
  isMarked: boolean;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Row({ isMarked, disabled, onClick, children }: RowProps) {
  return (
    <li>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isMarked}
        disabled={disabled}
        onClick={onClick}
        className={classes(
          'flex min-h-11 w-full items-center justify-between gap-4 rounded-box px-3 text-left',
          isMarked ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        {children}
      </button>
    </li>
  );
}
