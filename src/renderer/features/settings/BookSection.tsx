import { useTranslation } from 'react-i18next';
import { FindCustomer } from '../customers/FindCustomer.tsx';
import { CustomersForm } from './book/CustomersForm.tsx';
import { LogHead } from './book/LogHead.tsx';
import { VerifyBook } from './book/VerifyBook.tsx';
import { ShiftsForm } from './ShiftsForm.tsx';
import type { SectionProps } from './section.ts';
import { KnownTerminals } from './terminals/KnownTerminals.tsx';

/** Whether the book is whole, its head to be kept elsewhere, and whose proofs are believed. */
export function BookSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-8">
      <p>{t('safety.book.lead')}</p>
      <ShiftsForm view={view} />
      <VerifyBook />
      <LogHead />
      <CustomersForm view={view} />
      <FindCustomer />
      <KnownTerminals hasPin={view.secrets.supervisorPin} />
    </div>
  );
}
