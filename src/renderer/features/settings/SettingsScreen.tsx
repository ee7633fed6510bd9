import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { usePeople } from '../../state/people.ts';
import { useRouter } from '../../state/router.ts';
import { refreshSettings, useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { errorWords } from '../../words/error-words.ts';
import { BackupSection } from './BackupSection.tsx';
import { BookSection } from './BookSection.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';
import { CustomersSection } from './CustomersSection.tsx';
import { DisplaySection } from './DisplaySection.tsx';
import { LimitsSection } from './LimitsSection.tsx';
import { ModeSection } from './ModeSection.tsx';
import { LockedHere } from './machine/LockedHere.tsx';
import { PinSection } from './PinSection.tsx';
import { PrintersSection } from './PrintersSection.tsx';
import { ScreenSection } from './ScreenSection.tsx';
import { ShopSection } from './ShopSection.tsx';
import { SlipSection } from './SlipSection.tsx';
import { sectionNeeds } from './section-needs.ts';
import { UpdatesSection } from './UpdatesSection.tsx';

const sections = {
  shop: ShopSection,
  screen: ScreenSection,
  display: DisplaySection,
  customers: CustomersSection,
  slip: SlipSection,
  printers: PrintersSection,
  connection: ConnectionSection,
  limits: LimitsSection,
  pin: PinSection,
  backup: BackupSection,
  book: BookSection,
  mode: ModeSection,
  updates: UpdatesSection,
};

const names = [
  'shop',
  'screen',
  'display',
  'customers',
  'slip',
  'printers',
  'connection',
  'limits',
  'pin',
  'backup',
  'book',
  'mode',
  'updates',
] as const;

export default function SettingsScreen() {
  const { t } = useTranslation();
  const { view, error } = useSettings();
  const missing = useStatus((state) => (state.status?.missing.length ?? 0) > 0);
  const asked = useRouter((state) => names.find((name) => name === state.settingsSection));
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

function Sections({ view, first }: { view: SettingsView; first: (typeof names)[number] }) {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const may = usePeople((state) => state.state?.may ?? null);
  const shown = names.filter((name) => {
    const need = sectionNeeds[name];
    return need === undefined || may === null || may.includes(need);
  });
  const open = shown.find((name) => name === first) ?? shown[0] ?? 'screen';
  return (
    <Tabs.Root orientation="vertical" defaultValue={open} className="flex h-full">
      <h2 className="sr-only">{t('settings.title')}</h2>
      <div className="flex w-52 shrink-0 flex-col border-r border-line">
        <Tabs.List
          aria-label={t('settings.title')}
          className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto p-3 short:gap-0 short:py-2"
        >
          {shown.map((name) => (
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
      {shown.map((name) => {
        const Section = sections[name];
        return (
          <Tabs.Content
            key={name}
            value={name}
            className="min-w-0 flex-1 scroll-pb-32 overflow-y-auto p-6 outline-none"
          >
            <div className="flex max-w-2xl flex-col gap-4">
              <h3 className="text-title font-semibold">{t(`settings.section.${name}`)}</h3>
              <LockedHere section={name} locked={view.locked} />
              <Section view={view} />
            </div>
          </Tabs.Content>
        );
      })}
    </Tabs.Root>
  );
}
