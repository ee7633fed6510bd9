import { Tabs } from 'radix-ui';
import { type ComponentType, useEffect, useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { SettingSection } from '../../../shared/contract/setting-row.ts';
import { type SettingsView, settingRow, settingRows } from '../../../shared/contract/settings.ts';
import { numberPlanText, readNumberPlan, shippedNumberPlan } from '../../../shared/domain/number-fit.ts';
import shipped from '../../../shared/domain/number-plan.json';
import type { Permission } from '../../../shared/domain/staff.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { dayText } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { usePeople } from '../../state/people.ts';
import { leaveForms, useRouter } from '../../state/router.ts';
import { refreshSettings, useSettings } from '../../state/settings.ts';
import { openSetup } from '../../state/setup-steps.ts';
import { useServes, useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { SearchField, TextAreaField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import { Clock, GraduationCap, ReceiptText, Send, Smartphone, Store, UserRound, Wallet } from '../../ui/icons.tsx';
import {
  Archive,
  ArrowDownUp,
  BookLock,
  Cable,
  ContactRound,
  KeyRound,
  MonitorSmartphone,
  Palette,
  Printer,
  QrCode,
  RefreshCw,
  ShieldCheck,
  Timer,
} from '../../ui/later-icons.tsx';
import { Notice, Skeleton } from '../../ui/Notice.tsx';
import { CustomerBook } from '../customers/index.ts';
import { AlertsSection } from './AlertsSection.tsx';
import { BackupSection } from './BackupSection.tsx';
import { BookSection } from './BookSection.tsx';
import { CashServicesSection } from './CashServicesSection.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';
import { DepositSection } from './DepositSection.tsx';
import { DisplaySection } from './DisplaySection.tsx';
import { PublishSection } from './OfficeSections.tsx';
import { PinSection } from './PinSection.tsx';
import { PrintersSection } from './PrintersSection.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { ProofsSection } from './ProofsSection.tsx';
import { QrisSection } from './QrisSection.tsx';
import { ScreenSection } from './ScreenSection.tsx';
import { SaveBar, type SectionProps, SettingsForm, ShopSection, SlipSection } from './SettingsForm.tsx';
import { saveSettings } from './settings-form.ts';
import { UpdatesSection } from './UpdatesSection.tsx';

interface Section {
  name: SettingSection;
  body: ComponentType<SectionProps>;
  icon: LucideIcon;
  /** makes it useful; null: for everybody */
  permission: Permission | null;
}

const section = (
  name: SettingSection,
  body: ComponentType<SectionProps>,
  icon: LucideIcon,
  permission: Permission | null,
): Section => ({ name, body, icon, permission });

/** What an office has no use for, and what only an office has. */
const atCounters: ReadonlySet<SettingSection> = new Set([
  'mode',
  'shifts',
  'cashServices',
  'customers',
  'display',
  'qris',
  'deposit',
]);
const atOffice: ReadonlySet<SettingSection> = new Set(['office', 'alerts']);

/** In the order of the list. */
const groups = [
  { title: 'mode', sections: [section('mode', ModeSection, GraduationCap, 'modeSwitch')] },
  {
    title: 'shop',
    sections: [
      section('shop', ShopSection, Store, 'settingsShop'),
      section('slip', SlipSection, ReceiptText, 'settingsShop'),
      section('shifts', ShiftsSection, Clock, 'seeBooks'),
      section('cashServices', CashServicesSection, ArrowDownUp, 'settingsShop'),
      section('customers', CustomersSection, ContactRound, 'customersFind'),
      section('pin', PinSection, KeyRound, 'people'),
      section('office', PublishSection, Send, 'people'),
      section('alerts', AlertsSection, Smartphone, 'settingsConnection'),
    ],
  },
  {
    title: 'devices',
    sections: [
      section('printers', PrintersSection, Printer, 'settingsShop'),
      section('display', DisplaySection, MonitorSmartphone, 'settingsShop'),
      section('qris', QrisSection, QrCode, 'settingsConnection'),
      section('screen', ScreenSection, Palette, null),
    ],
  },
  {
    title: 'provider',
    sections: [
      section('connection', ConnectionSection, Cable, 'settingsConnection'),
      section('limits', LimitsSection, Timer, 'settingsConnection'),
      section('deposit', DepositSection, Wallet, 'deposit'),
    ],
  },
  {
    title: 'data',
    sections: [
      section('backup', BackupSection, Archive, 'backups'),
      section('book', BookSection, BookLock, 'seeBooks'),
      section('privacy', PrivacySection, UserRound, 'seeBooks'),
      section('proofs', ProofsSection, ShieldCheck, 'seeBooks'),
      section('updates', UpdatesSection, RefreshCw, null),
    ],
  },
] as const satisfies ReadonlyArray<{ title: string; sections: readonly Section[] }>;

const sections: readonly Section[] = groups.flatMap((group): readonly Section[] => group.sections);

/** Whether a section is what somebody searches for: by its name, the labels of its fields, or other words for them. */
function isFound(t: TFunction, { name }: Section, text: string): boolean {
  const labels = settingRows.flatMap(({ section, field }) =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a test holds that each key of the table is a message
    section === name && field ? [t(field.label as 'settings.bad')] : [],
  );
  const words = [t(`settings.section.${name}`), t(`settings.alsoCalled.${name}`), ...labels].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

export default function SettingsScreen() {
  const { t } = useTranslation();
  const { view, error } = useSettings();
  const missing = useStatus((state) => (state.status?.missing.length ?? 0) > 0);
  const requested = useRouter((state) => sections.find(({ name }) => name === state.settingsSection)?.name);
  const first = requested ?? (missing ? 'connection' : 'shop');
  if (view) return <Sections key={requested} view={view} first={first} />;
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
  const [text, setText] = useState('');
  const allowed = ({ permission }: Section): boolean => permission === null || may === null || may.includes(permission);
  const sells = useServes('order');
  const visibleSections = sections.filter((each) => allowed(each) && !(sells ? atOffice : atCounters).has(each.name));
  const [isChosen, setChosen] = useState(false);
  const [open, setOpen] = useState(
    () => (visibleSections.find(({ name }) => name === first) ?? visibleSections[0])?.name ?? 'screen',
  );
  // The guide opens at it.
  useEffect(() => {
    useRouter.setState({ openSetting: open });
    return () => useRouter.setState({ openSetting: null });
  }, [open]);
  const matches = visibleSections.filter((each) => isFound(t, each, text));
  const choose = (name: string): void => {
    const chosen = sections.find((each) => each.name === name);
    if (!chosen || chosen.name === open) return;
    leaveForms(() => {
      setChosen(true);
      setOpen(chosen.name);
    });
  };
  return (
    <Tabs.Root
      orientation="vertical"
      // A question about unsaved input gives the focus back to the tab, which must not ask again.
      activationMode="manual"
      value={open}
      onValueChange={choose}
      className="stacks flex h-full zoomed:h-auto zoomed:flex-col"
    >
      <h2 className="sr-only">{t('settings.title')}</h2>
      <div className="flex w-60 shrink-0 flex-col border-r border-line zoomed:w-auto zoomed:border-r-0 zoomed:border-b">
        <div className="flex shrink-0 p-3 pb-0">
          <SearchField
            label={t('settings.search')}
            placeholder={t('settings.search')}
            value={text}
            onText={setText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !matches[0]) return;
              event.preventDefault();
              choose(matches[0].name);
            }}
          />
        </div>
        <Tabs.List
          aria-label={t('settings.title')}
          className="flex min-h-0 flex-1 scroll-p-2 flex-col gap-0.5 overflow-y-auto p-3 short:gap-0 short:py-2 zoomed:flex-none zoomed:flex-row zoomed:flex-wrap zoomed:overflow-visible"
        >
          {groups.map(({ title, sections }) => (
            <SectionGroup key={title} title={title} sections={sections.filter((each) => matches.includes(each))} />
          ))}
        </Tabs.List>
        {matches.length === 0 ? <p className="px-6 pb-3 text-ink-soft">{t('settings.searchNone')}</p> : null}
        {status ? (
          <p className="shrink-0 border-t border-line px-3 py-2 text-small text-ink-soft">
            {t('settings.about', { version: status.version, terminal: status.terminal })}
          </p>
        ) : null}
      </div>
      {visibleSections.map(({ name, body: Body }) => (
        <Tabs.Content
          key={name}
          value={name}
          className="min-w-0 flex-1 scroll-pb-32 overflow-y-auto p-6 outline-none zoomed:overflow-visible"
        >
          <div ref={isChosen ? bringIntoView : null} className="flex max-w-2xl flex-col gap-4">
            <h3 className="text-title font-semibold">{t(`settings.section.${name}`)}</h3>
            <LockedHere section={name} locked={view.locked} />
            <Body view={view} />
          </div>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** The variant `zoomed` of the styles. */
const isStacked = (): boolean => window.matchMedia('(width < 50rem) or (height < 34rem)').matches;

/**
 * Where the window is too small for two columns, the section that was chosen stands below the list. Elsewhere it is in view: its own
 * panel goes to the top, which it may have left before, and the page does not move under its bars.
 */
function bringIntoView(section: HTMLElement | null): void {
  if (isStacked()) section?.scrollIntoView({ block: 'start' });
  else section?.parentElement?.scrollTo(0, 0);
}

interface SectionGroupProps {
  title: (typeof groups)[number]['title'];
  sections: readonly Section[];
}

/** The title is for the eye alone: a list of tabs holds nothing else, and each tab is named in full. */
function SectionGroup({ title, sections }: SectionGroupProps) {
  const { t } = useTranslation();
  const sells = useServes('order');
  if (sections.length === 0) return null;
  return (
    <>
      {title === 'mode' ? null : (
        <span
          aria-hidden="true"
          className="shrink-0 px-3 pt-3 pb-1 text-small font-semibold text-ink-soft zoomed:w-full"
        >
          {!sells && title === 'provider' ? t('office.relay') : t(`settings.group.${title}`)}
        </span>
      )}
      {sections.map(({ name, icon: Icon }) => (
        <Tabs.Trigger
          key={name}
          value={name}
          className="flex min-h-11 shrink-0 items-center gap-3 rounded-box border border-transparent px-3 py-0.5 text-left font-medium hover:bg-sunken data-[state=active]:border-accent data-[state=active]:bg-accent-soft"
        >
          <Icon aria-hidden="true" className="size-5 shrink-0" />
          {t(`settings.section.${name}`)}
        </Tabs.Trigger>
      ))}
    </>
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

/** Whether sales need an open shift, how drawers are counted, and what cash moves are for. */
function ShiftsSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-8">
      <SettingsForm
        view={view}
        form="shifts"
        lead={
          <p>
            {t('shifts.setting.lead')} {view.mode === 'training' ? t('shifts.setting.training') : null}
          </p>
        }
      />
      <SettingsForm view={view} form="cashCategories" title={t('shifts.setting.categoriesTitle')} />
    </div>
  );
}

/** The customer book. What receipts hold on a customer is found under Customer data. */
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

const shippedText = numberPlanText(shippedNumberPlan);

/** Time limits, time zones, and the form of customers' numbers. */
function LimitsSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <>
      <SettingsForm view={view} form="limits" />
      <details className="border-t border-line pt-3">
        <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t('settings.numberPlan.title')}
        </summary>
        <NumberPlanForm view={view} />
      </details>
    </>
  );
}

/** Prefixes of the operators and lengths of numbers, as lines. The shipped ones are saved as none, so that a release may renew them. */
function NumberPlanForm({ view }: SectionProps) {
  const { t, language } = useTranslation();
  const form = useZodForm({
    schema: z.object({ text: z.string().refine((text) => 'plan' in readNumberPlan(text)) }),
    defaults: { text: numberPlanText(view.settings.numberPlan ?? shippedNumberPlan) },
    send: async ({ text }) => {
      const read = readNumberPlan(text);
      const isShipped = text.trim() === shippedText;
      return saveSettings({ numberPlan: 'plan' in read && !isShipped ? read.plan : null });
    },
  });
  const text = form.watch('text');
  const read = readNumberPlan(text);
  const line = 'wrongLine' in read ? read.wrongLine : 0;
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <p>{t('settings.numberPlan.lead', { date: dayText(shipped.date, language) })}</p>
      <TextAreaField
        label={t('settings.numberPlan.lines')}
        hint={t('settings.numberPlan.hint')}
        rows={12}
        {...form.field('text', t('settings.numberPlan.bad', { line }))}
      />
      <Button
        className="self-start"
        disabled={text.trim() === shippedText}
        onClick={() => form.setValue('text', shippedText, { shouldDirty: true })}
      >
        {t('settings.numberPlan.shipped')}
      </Button>
      <SaveBar {...form} />
    </form>
  );
}
