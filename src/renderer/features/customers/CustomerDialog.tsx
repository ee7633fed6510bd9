import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerErased } from '../../../shared/contract/customers.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Erased } from './Erased.tsx';
import { EraseForm } from './EraseForm.tsx';
import { TakeOut } from './TakeOut.tsx';

/** Everything that is held on one customer: to take out, or to erase for good. */
export function CustomerDialog({ customerNo, onClose }: { customerNo: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [erased, setErased] = useState<CustomerErased | null>(null);
  return (
    <Dialog title={t('customers.dialog.title', { number: groupCustomerNo(customerNo) })} onClose={onClose} wide>
      {(settled) => (
        <div className="flex flex-col gap-6">
          {erased ? (
            <Erased erased={erased} />
          ) : (
            <>
              <TakeOut customerNo={customerNo} />
              <EraseForm customerNo={customerNo} settled={settled} onErased={setErased} />
            </>
          )}
          <Button className="self-start" onClick={onClose}>
            {erased ? t('common.close') : t('common.cancel')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
