import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErased } from '../../../shared/domain/erasure.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';

/** A dialog appears when it is there; nothing else moves. */
const SaveCustomerDialog = lazy(async () => ({
  default: (await import('./SaveCustomerDialog.tsx')).SaveCustomerDialog,
}));

/** After a sale: remembers its customer, who is asked for it. */
export function SaveCustomer({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (isErased(sale)) return null;
  const { customerNo, customerName, productCode } = sale;
  return (
    <>
      <Button look="quiet" icon={UserPlus} onClick={() => setOpen(true)}>
        {t('customerBook.save')}
      </Button>
      {open ? (
        <Suspense>
          <SaveCustomerDialog
            of={{ customerNo, name: customerName ?? '', productCode }}
            onClose={() => setOpen(false)}
            onSaved={() => {
              setOpen(false);
              toast('success', t('customerBook.saved'));
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
