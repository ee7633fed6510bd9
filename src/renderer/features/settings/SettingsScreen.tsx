import { Tabs } from 'radix-ui';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { SettingSection } from '../../../shared/contract/setting-table.ts';
import { type SettingsView, settingRow } from '../../../shared/contract/settings.ts';
import type { Permission } from '../../../shared/domain/staff.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { usePeople } from '../../state/people.ts';
import { useRouter } from '../../state/router.ts';
import { refreshSettings, useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CustomerBook } from '../customers/SavedCustomers.tsx';
import { openSetup } from '../setup/open-setup.ts';
import { BackupSection } from './BackupSection.tsx';
import { BookSection } from './BookSection.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';
import { DepositSection } from './DepositSection.tsx';
import { DisplaySection } from './DisplaySection.tsx';
import { LimitsSection } from './LimitsSection.tsx';
import { PinSection } from './PinSection.tsx';
import { PrintersSection } from './PrintersSection.tsx';
import { ScreenSection } from './ScreenSection.tsx';
import { type SectionProps, ShopSection, SlipSection } from './SettingsForm.tsx';
import { UpdatesSection } from './UpdatesSection.tsx';

/** In the order of the list, each with the permission that makes it useful; null: for everybody. */
const sections: ReadonlyArray<readonly [SettingSection, ComponentType<SectionProps>, Permission | null]> = [
  ['shop', ShopSection, 'settingsShop'],
  ['screen', ScreenSection, null],
  ['display', DisplaySection, 'settingsShop'],
  ['customers', CustomersSection, 'customersFind'],
  ['slip', SlipSection, 'settingsShop'],
  ['printers', PrintersSection, 'settingsShop'],
  ['connection', ConnectionSection, 'settingsConnection'],
  ['deposit', DepositSection, 'deposit'],
  ['limits', LimitsSection, 'settingsConnection'],
  ['pin', PinSection, 'people'],
  ['backup', BackupSection, 'backups'],
  ['book', BookSection, 'seeBooks'],
  ['mode', ModeSection, 'modeSwitch'],
  ['updates', UpdatesSection, null],
];

export default function SettingsScreen() {
  const { t } = useTranslation();
  const { view, error } = useSettings();
  const missing = useStatus((state) => (state.status?.missing.length ?? 0) > 0);
  const asked = useRouter((state) => sections.find(([name]) => name === state.settingsSection)?.[0]);
  const first = asked ?? (missing ? 'connection' : 'shop');
  if (view) return <Sections key={asked} view={view} first={first} />;
  return (
    <div className="p-6">
      {error ? (
        <Notice tone="failed" live="alert" {...errorWords(t, error)}>
          <div className="pt-2">
            <Button onClick={() => void refreshSettings()}>{t('common.retry')}</Button>
          </div>
        </Notice>
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  );
}

function Sections({ view, first }: { view: SettingsView; first: SettingSection }) {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const may = usePeople((state) => state.state?.may ?? null);
  const shown = sections.filter(([, , need]) => need === null || may === null || may.includes(need));
  const open = (shown.find(([name]) => name === first) ?? shown[0])?.[0] ?? 'screen';
  return (
    <Tabs.Root orientation="vertical" defaultValue={open} className="flex h-full">
      <h2 className="sr-only">{t('settings.title')}</h2>
      <div className="flex w-52 shrink-0 flex-col border-r border-line">
        <Tabs.List
          aria-label={t('settings.title')}
          className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto p-3 short:gap-0 short:py-2"
        >
          {shown.map(([name]) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="min-h-11 shrink-0 rounded-box border border-transparent px-3 text-left font-medium hover:bg-sunken data-[state=active]:border-accent data-[state=active]:bg-accent-soft"
            >
              {t(`settings.section.${name}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {status ? (
          <p className="shrink-0 border-t border-line px-3 py-2 text-small text-ink-soft">
            {t('settings.about', { version: status.version, terminal: status.terminal })}
          </p>
        ) : null}
      </div>
      {shown.map(([name, Section]) => (
        <Tabs.Content key={name} value={name} className="min-w-0 flex-1 scroll-pb-32 overflow-y-auto p-6 outline-none">
          <div className="flex max-w-2xl flex-col gap-4">
            <h3 className="text-title font-semibold">{t(`settings.section.${name}`)}</h3>
            <LockedHere section={name} locked={view.locked} />
            <Section view={view} />
          </div>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** Lists the managed settings of a section that have no field to show it, by their names in a managed file. */
function LockedHere({ section, locked }: { section: SettingSection; locked: readonly string[] }) {
  const { t } = useTranslation();
  const here = locked.filter((name) => {
    const row = settingRow(name);
    return row?.section === section && row.field === undefined;
  });
  return here.length === 0 ? null : <Notice tone="quiet" title={t('desktop.lockedHere')} lines={[here.join(', ')]} />;
}

/** The customer book. What receipts hold on a customer is found under the book of sales. */
function CustomersSection() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <p>{t('savedCustomers.lead')}</p>
      <CustomerBook />
    </div>
  );
}

/** Training or live. The page reloads by itself afterwards. */
function ModeSection({ view: { mode } }: SectionProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const other = mode === 'training' ? 'live' : 'training';
  const goes = other === 'live' ? 'toLive' : 'toTraining';
  const change = async (): Promise<void> => {
    setAsking(false);
    const answer = await call('mode.switch', { mode: other });
    setError(answer.ok ? null : answer.error);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-large">
        {t('settings.mode.now')}: <strong>{t(`settings.mode.${mode}`)}</strong>
      </p>
      <p>{t(`settings.mode.${mode === 'training' ? 'trainingLead' : 'liveLead'}`)}</p>
      <p className="text-ink-soft">{t('settings.mode.apart')}</p>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={openSetup}>
          {t('setup.begin')}
        </Button>
        <Button onClick={() => setAsking(true)}>{t(`settings.mode.${goes}`)}</Button>
      </div>
      {asking ? (
        <Confirm
          title={t(`settings.mode.${goes}Title`)}
          lead={t(`settings.mode.${goes}Ask`)}
          stop={t('common.cancel')}
          go={{ label: t(`settings.mode.${goes}`), run: () => void change() }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
