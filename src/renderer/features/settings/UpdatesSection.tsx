import { useTranslation } from 'react-i18next';
import { Diagnostics } from './machine/Diagnostics.tsx';
import type { SectionProps } from './section.ts';
import { Notices } from './updates/Notices.tsx';
import { UpdateAddressForm } from './updates/UpdateAddressForm.tsx';
import { UpdateState } from './updates/UpdateState.tsx';

/** Which program this is, what is newer, where that comes from, and what it is made of. */
export function UpdatesSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { updates, timeZone } = view.settings;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('updates.lead')}</p>
      <UpdateState url={updates.url} zone={timeZone} />
      <UpdateAddressForm view={view} />
      <Diagnostics />
      <Notices />
    </div>
  );
}
