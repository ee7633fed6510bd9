import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/Notice.tsx';

/** Which settings belong to a section; those that it shows as locked itself are left out. */
const settingsOf: Readonly<Record<string, readonly string[]>> = {
  shop: ['shop'],
  screen: ['language', 'theme', 'startAtLogin', 'kiosk', 'sounds'],
  display: ['display'],
  slip: ['paper', 'printer', 'autoPrint', 'copiesLimit', 'billFee'],
  connection: ['provider.proxy', 'provider.refusalCodes'],
  limits: ['inquiryMinutes', 'overdueMinutes', 'provider.connectTimeoutSeconds', 'provider.answerTimeoutSeconds'],
  pin: ['twoPeople', 'autoLockMinutes'],
  backup: ['backup'],
  book: ['shiftsRequired'],
  customers: ['maskAfterDays'],
  updates: ['updates'],
};

/** Says which settings of a section the fleet fixes, by the names that its file has for them. */
export function LockedHere({ section, locked }: { section: string; locked: readonly string[] }) {
  const { t } = useTranslation();
  const own = settingsOf[section] ?? [];
  const here = locked.filter((name) => own.some((setting) => name === setting || name.startsWith(`${setting}.`)));
  return here.length === 0 ? null : <Notice tone="quiet" title={t('machine.lockedHere')} lines={[here.join(', ')]} />;
}
