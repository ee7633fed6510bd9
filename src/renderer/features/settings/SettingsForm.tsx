import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { SettingRow, SettingsView } from '../../../shared/contract/settings.ts';
import { Paper } from '../../../shared/domain/printer.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { usePeople } from '../../state/people.ts';
import { useUnsavedForm } from '../../state/router.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm } from '../../ui/Dialog.tsx';
import { Choice, PinField, TextField } from '../../ui/Field.tsx';
import { type ControlProps, useZodForm, type ZodForm } from '../../ui/form.ts';
import { Eye, EyeOff } from '../../ui/later-icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import {
  changeOf,
  choose,
  formShape,
  rowsOf,
  saveAtOnce,
  saveSettings,
  settingLabels,
  typedPin,
  typedValue,
  typedValues,
  useStepAction,
} from './settings-form.ts';

export interface SectionProps {
  view: SettingsView;
}

interface Props extends SectionProps {
  /** its fields are the rows of the table of settings that name this form */
  form: string;
  /** depending on the typed values: before the fields, after them */
  title?: string;
  lead?: ReactNode;
  children?: ReactNode | ((form: ZodForm<FieldValues>) => ReactNode);
  /** of its button */
  save?: string;
  onSaved?: (() => void) | undefined;
  className?: string;
}

/** One form of the settings, generated from the table of settings. It is read, and saved as a change of what differs. */
export function SettingsForm({ view, form: name, title, lead, children, save, onSaved, className }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  const rows = rowsOf(name);
  const form = useZodForm<FieldValues, FieldValues>({
    schema: z.object({ ...formShape(rows), pin: typedPin }),
    defaults: { ...typedValues(rows, view), pin: '' },
    clears: { pin: '' },
    send: ({ pin, ...read }) => saveSettings(changeOf(rows, view, read, pin)),
    done: onSaved,
  });
  const isGuarded = rows.some((row) => row.pin && form.watch(row.name) !== typedValue(row, view.settings));
  return (
    <form
      {...form.props}
      {...(title ? { 'aria-labelledby': heading } : {})}
      className={classes('flex flex-col gap-3', className)}
    >
      {title ? (
        <h4 id={heading} className="text-large font-semibold">
          {title}
        </h4>
      ) : null}
      {lead}
      {rows.map((row) => (
        <SettingInput key={row.name} row={row} form={form} locked={view.locked} />
      ))}
      {typeof children === 'function' ? children(form) : children}
      <ConfirmPin needed={view.secrets.supervisorPin && isGuarded} {...form.field('pin', t('settings.pin.bad'))} />
      <SaveBar {...form} {...(save ? { label: save } : {})} />
    </form>
  );
}

interface SettingInputProps<Typed extends FieldValues> {
  row: SettingRow;
  form: Pick<ZodForm<Typed>, 'field' | 'control'>;
  locked: readonly string[];
  /** beside the label */
  note?: string;
}

/** The field of one setting. */
export function SettingInput({ row: { name, field }, form, locked, note }: SettingInputProps<FieldValues>) {
  const { t } = useTranslation();
  if (!field) return null;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a test holds that each key of the table is a message
  const text = (key: string): string => t(key as 'settings.bad');
  const isLocked = locked.includes(name);
  const label = note ? `${text(field.label)} (${note})` : text(field.label);
  const hint = field.hint === undefined ? undefined : text(field.hint);
  if (field.input === 'choice') {
    const { value, onValue, fault } = form.control(name);
    const choices = field.choices ?? [];
    return (
      <Choice
        label={label}
        hideLabel={field.hideLabel ?? false}
        value={String(value)}
        choices={choices.map(([each, key]) => ({ value: String(each), label: text(key) }))}
        onValue={(chosen) => onValue(choices.find(([each]) => String(each) === chosen)?.[0])}
        disabled={isLocked}
        fault={fault}
      />
    );
  }
  if (field.input === 'amount') {
    return (
      <AmountField
        label={label}
        disabled={isLocked}
        hint={isLocked ? `${t('settings.locked')} ${hint ?? ''}`.trim() : hint}
        {...form.control(name, t('settings.bad'))}
      />
    );
  }
  if (field.input === 'zone') return <ZoneField label={label} zone={form.control(name)} disabled={isLocked} />;
  const bad = field.bad === undefined ? t('settings.bad') : text(field.bad);
  return (
    <TextField
      label={label}
      hint={hint}
      locked={isLocked}
      mono={field.mono ?? false}
      {...(field.input === 'number' ? { inputMode: 'numeric' } : {})}
      {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
      {...form.field(name, field.bad === undefined && field.hint !== undefined ? `${bad}: ${hint}` : bad)}
    />
  );
}

/** The zones of Indonesia, as its people call them. */
const zones: ReadonlyArray<readonly [name: string, short: 'WIB' | 'WITA' | 'WIT']> = [
  ['Asia/Jakarta', 'WIB'],
  ['Asia/Makassar', 'WITA'],
  ['Asia/Jayapura', 'WIT'],
];

/** One of Indonesia's zones; one of another country, which a managed file or an older version gave, stays in the list. */
function ZoneField({ label, zone, disabled }: { label: string; zone: ControlProps<string>; disabled: boolean }) {
  const { t } = useTranslation();
  const { value, onValue, fault } = zone;
  const isOther = !zones.some(([name]) => name === value);
  return (
    <Choice
      label={label}
      value={value}
      choices={[
        ...zones.map(([name, short]) => ({ value: name, label: t(`settings.zone.${short}`) })),
        ...(isOther ? [{ value, label: value }] : []),
      ]}
      onValue={onValue}
      disabled={disabled}
      fault={fault}
    />
  );
}

interface ConfirmPinProps extends ComponentProps<'input'> {
  /** a PIN is set, and something was changed that it guards */
  needed: boolean;
  fault: string | null;
}

/** A PIN asked before a setting changes that guards the shop's money or its customers: one's own, for who may approve it. */
export function ConfirmPin({ needed, ...input }: ConfirmPinProps) {
  const { t } = useTranslation();
  const role = usePeople(({ state }) => state?.present?.role);
  const isApprover = role !== undefined && role !== 'cashier';
  return needed ? (
    <PinField label={t(isApprover ? 'settings.pin.confirmOwn' : 'settings.pin.confirm')} {...input} />
  ) : null;
}

interface SaveBarProps {
  dirty: boolean;
  busy: boolean;
  error: KonterError | null;
  /** what is wrong with what is typed, where no field of its own says it */
  fault?: string | null;
  label?: string;
}

/** Shows that changes are unsaved, and saves them: visible as soon as something was changed, however long the form is. */
export function SaveBar({ dirty, busy, error, fault = null, label }: SaveBarProps) {
  const { t } = useTranslation();
  const words = error ? errorWords(t, error) : null;
  const bar = useRef<HTMLDivElement>(null);
  useUnsavedForm(dirty);
  const submit = (): void => bar.current?.closest('form')?.requestSubmit();
  const isInStep = useStepAction(dirty ? { label: t('setup.saveNext'), disabled: busy, run: submit } : null);
  useEffect(() => {
    const { current } = bar;
    if (!error || !current) return;
    current.scrollIntoView({ block: 'nearest' });
    // The bar covers the end of the form, and is higher with an error in it: the last field, often the PIN, moves out from under it.
    const last = current.previousElementSibling;
    if (!(last instanceof HTMLElement)) return;
    last.style.scrollMarginBottom = `${current.offsetHeight}px`;
    last.scrollIntoView({ block: 'nearest' });
  }, [error]);
  useEffect(() => {
    // The bar covers the end of the screen as soon as it appears: the focused field moves out from under it.
    if (dirty) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [dirty]);
  return (
    <div
      ref={bar}
      // What is typed for the next customer does not leave the form then.
      data-unsaved={dirty || undefined}
      className={classes(
        '-mt-3 flex flex-col gap-3 pt-3',
        dirty && !isInStep
          ? // Down to the edge of the screen: nothing is to be seen below it.
            'sticky -bottom-6 z-10 -mb-6 border-t border-line bg-canvas pb-6 zoomed:static'
          : '-mb-3 pb-3',
      )}
    >
      {fault ? (
        <p role="alert" className="font-medium text-failed">
          {fault}
        </p>
      ) : null}
      {words ? (
        <Notice
          tone="failed"
          live="alert"
          title={t('settings.saveFailed')}
          lines={[
            ...words.lines.slice(0, 1),
            error?.reason === 'same_pin' ? null : settingLabels(t, error?.fields),
            ...words.lines.slice(1),
          ]}
        />
      ) : null}
      {isInStep ? (
        // Enter in a field needs one; the step's own button stands below.
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      ) : (
        <div className="flex items-center justify-end gap-4">
          <output className="text-small text-ink-soft">{dirty ? t('settings.unsaved') : ''}</output>
          <Button type="submit" look="primary" disabled={busy || !dirty}>
            {label ?? t('common.save')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface SecretFieldProps extends ComponentProps<'input'> {
  label: string;
  /** absent: it is never set, only typed */
  secret?: 'providerHeaders' | 'secretKey' | 'relayToken' | 'backupPassphrase';
  isSet: boolean;
  locked: boolean;
  hint?: string;
  /** the effect of removing it; default: nothing can be sold without it */
  removeAsk?: string;
  fault: string | null;
}

/** A secret that can be replaced or removed. What is typed can be looked at; a saved one is never shown. */
export function SecretField(props: SecretFieldProps) {
  const { label, secret, isSet, locked, hint, removeAsk, fault, placeholder, ...input } = props;
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <TextField
        {...input}
        label={label}
        type={isVisible ? 'text' : 'password'}
        className="flex-1"
        locked={locked}
        fault={fault}
        hint={isSet ? t('settings.secretSet') : (hint ?? t('settings.secretUnset'))}
        placeholder={
          locked ? '••••••••' : (placeholder ?? t(isSet ? 'settings.secretReplace' : 'settings.secretUnset'))
        }
        mono
      />
      {locked ? null : (
        <IconButton
          label={`${isVisible ? t('settings.secretHide') : t('settings.secretShow')}: ${label}`}
          aria-pressed={isVisible}
          className="mt-6 border border-line-strong bg-surface"
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
        </IconButton>
      )}
      {isSet && !locked && secret ? (
        <Button
          className="mt-6"
          aria-label={`${t('settings.secretRemove')}: ${label}`}
          onClick={() => setRemoving(true)}
        >
          {t('settings.secretRemove')}
        </Button>
      ) : null}
      {removing && secret ? (
        <Confirm
          title={`${t('settings.secretRemove')}: ${label}`}
          lead={removeAsk ?? t('settings.secretRemoveAsk')}
          stop={t('common.cancel')}
          go={{
            label: t('settings.secretRemove'),
            run: () => {
              setRemoving(false);
              void saveAtOnce({ secrets: { [secret]: null } });
            },
          }}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </div>
  );
}

/** The head and foot of every slip. */
export function ShopSection({ view, onSaved }: SectionProps & { onSaved?: () => void }) {
  return <SettingsForm view={view} form="shop" onSaved={onSaved} />;
}

/** Paper, and the shop's fee on bills. */
export function SlipSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <SettingsForm
      view={view}
      form="slip"
      lead={
        <div className="pb-4">
          <Choice
            label={t('settings.paper')}
            value={view.settings.paper}
            choices={Paper.options.map((value) => ({ value, label: t(`slip.paper.${value}`) }))}
            onValue={(paper) => void choose({ paper })}
          />
        </div>
      }
    />
  );
}
