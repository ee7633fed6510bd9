import { useState } from 'react';
import { z } from 'zod';
import type { SavedCustomer } from '../../../shared/contract/customers.ts';
import type { Tab } from '../../../shared/contract/tabs.ts';
import { call } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { toast, toastError } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
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

/** A name for a tab that has none any more: it was gone when a correction made the debt. */
export function NameTab({ customerId, onSaved }: { customerId: string; onSaved: () => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={UserPlus} onClick={() => setOpen(true)}>
        {t('tabs.name.go')}
      </Button>
      {isOpen ? (
        <NameDialog
          customerId={customerId}
          onSaved={() => {
            setOpen(false);
            onSaved();
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

const nameForm = z.object({ name: z.string().trim().max(80).regex(/\p{L}/u) });

function NameDialog({ customerId: id, onSaved, onClose }: Parameters<typeof NameTab>[0] & { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: nameForm,
    defaults: { name: '' },
    async send({ name }) {
      const answer = await call('customers.addDebtor', { name, id });
      return answer.ok ? null : answer.error;
    },
    done: onSaved,
  });
  return (
    <FormDialog
      title={t('tabs.name.title')}
      lead={t('tabs.name.lead')}
      form={form}
      submit={t('common.save')}
      onClose={onClose}
    >
      <TextField label={t('savedCustomers.name')} maxLength={80} {...form.field('name', t('tabs.name.bad'))} />
    </FormDialog>
  );
}
