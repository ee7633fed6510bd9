import { useState } from 'react';
import type { SavedCustomer } from '../../../shared/contract/customers.ts';
import type { Tab } from '../../../shared/contract/tabs.ts';
import { call } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { toast, toastError } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { UserPlus } from '../../ui/later-icons.tsx';
import { SaveCustomerDialog } from '../customers/index.ts';

/** Number, months and consent of a customer of whom only the name is saved. */
export function CompleteDetails({ tab, onSaved }: { tab: Tab; onSaved: () => void }) {
  const { t } = useTranslation();
  const [entry, setEntry] = useState<SavedCustomer | null>(null);
  const open = async (): Promise<void> => {
    const answer = await call('customers.list', { text: tab.name ?? '', limit: 100 });
    if (answer.ok) setEntry(answer.value.customers.find(({ id }) => id === tab.customerId) ?? null);
    else toastError(answer.error);
  };
  return (
    <>
      <Button icon={UserPlus} onClick={() => void open()}>
        {t('savedCustomers.complete')}
      </Button>
      {entry === null ? null : (
        <SaveCustomerDialog
          of={entry}
          onClose={() => setEntry(null)}
          onSaved={() => {
            setEntry(null);
            onSaved();
            toast('success', t('savedCustomers.saved'));
          }}
        />
      )}
    </>
  );
}
