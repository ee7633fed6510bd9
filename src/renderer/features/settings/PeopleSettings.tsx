import { useEffect, useState } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { PeopleEvent } from '../../../shared/contract/people.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import type { Output, RawInput } from '../../../shared/contract/registry.ts';
import { type Person, PersonName, Role, roles } from '../../../shared/domain/staff.ts';
import { call } from '../../host/call.ts';
import { errorWords, hasMessage } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { refreshPeople, usePeople } from '../../state/people.ts';
import { useUnsavedForm } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { refreshStatus } from '../../state/status.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm, FormDialog } from '../../ui/Dialog.tsx';
import { Choice, PinField, TextField } from '../../ui/Field.tsx';
import { type FieldProps, useZodForm } from '../../ui/form.ts';
import { UserPlus } from '../../ui/later-icons.tsx';
import { Notice, Skeleton } from '../../ui/Notice.tsx';
import { SaveBar } from './SettingsForm.tsx';

type Listed = Output<'people.list'>['people'];

interface PeopleList {
  /** null while they are being read */
  people: Listed | null;
  events: readonly PeopleEvent[];
  error: KonterError | null;
}

const usePeopleList = create<PeopleList>(() => ({ people: null, events: [], error: null }));

dropOnPersonChange(() => usePeopleList.setState(usePeopleList.getInitialState()));

async function readPeople(): Promise<void> {
  keep(await call('people.list'));
  const log = await call('people.log', { limit: 30 });
  if (log.ok) usePeopleList.setState({ events: log.value.events });
}

/** Resolves to the error, or null. */
const addPerson = async (person: RawInput<'people.add'>): Promise<KonterError | null> =>
  changed(await call('people.add', person));

const changePerson = async (change: RawInput<'people.change'>): Promise<KonterError | null> =>
  changed(await call('people.change', change));

async function setUpOwner(owner: RawInput<'people.setUp'>): Promise<KonterError | null> {
  const answer = await call('people.setUp', owner);
  if (!answer.ok) return answer.error;
  await Promise.all([refreshPeople(), refreshStatus(), readPeople()]);
  return null;
}

async function changed(answer: Result<Output<'people.list'>>): Promise<KonterError | null> {
  if (!answer.ok) return answer.error;
  keep(answer);
  await readPeople();
  return null;
}

function keep(answer: Result<Output<'people.list'>>): void {
  usePeopleList.setState(answer.ok ? { people: answer.value.people, error: null } : { error: answer.error });
}

/** A new PIN is typed twice, because the field hides it. */
const twice = { pin: Pin, again: z.string() };
const isSame = (form: { pin: string; again: string }): boolean => form.pin === form.again;

/** The list of people: add, rename, change the role or PIN, deactivate. */
export function PeopleSettings() {
  const { t } = useTranslation();
  const { people, events, error } = usePeopleList();
  const me = usePeople(({ state }) => state?.present?.id ?? null);
  const mayChange = usePeople(({ state }) => state?.mayChange ?? false);
  const [adding, setAdding] = useState(false);
  useEffect(() => void readPeople(), []);
  if (error) return <Notice tone="failed" live="alert" compact {...errorWords(t, error)} />;
  if (!people) return <Skeleton className="h-40" />;
  return (
    <section aria-label={t('people.settings.list')} className="flex flex-col gap-3">
      {mayChange ? null : <p>{t('people.settings.elsewhere')}</p>}
      <ul className="rounded-box border border-line bg-surface px-4 py-1">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} isMe={person.id === me} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange ? (
        <Button icon={UserPlus} onClick={() => setAdding(true)} className="self-start">
          {t('people.settings.add')}
        </Button>
      ) : null}
      <PeopleLog events={events} />
      <p className="text-small text-ink-soft">{t('people.settings.forgotten')}</p>
      {adding ? <PersonDialog person={null} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

interface PersonRowProps {
  person: Person & { pin: boolean };
  isMe: boolean;
  mayChange: boolean;
}

/** One person, and the actions on them. */
function PersonRow({ person, isMe, mayChange }: PersonRowProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'change' | 'leave' | null>(null);
  const { id, name, role, active, pin } = person;
  const close = (): void => setAsking(null);
  const leave = async (): Promise<void> => {
    close();
    const problem = await changePerson({ id, active: false });
    if (problem) toast('failed', errorWords(t, problem).lines.join(' '));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 last:border-b-0">
      <div className={classes('min-w-0 flex-1', !active && 'text-ink-soft')}>
        <p className="truncate font-semibold">
          {name}
          {isMe ? <span className="font-normal text-ink-soft"> ({t('people.settings.you')})</span> : null}
        </p>
        <p className="text-small text-ink-soft">
          {t(`people.role.${role}`)}
          {active ? null : ` · ${t('people.settings.inactive')}`}
          {active && !pin ? ` · ${t('people.settings.noPin')}` : null}
        </p>
      </div>
      {mayChange ? (
        <div className="flex gap-2">
          <Button
            aria-label={`${active ? t('people.settings.change') : t('people.settings.back')}: ${name}`}
            onClick={() => setAsking('change')}
          >
            {active ? t('people.settings.change') : t('people.settings.back')}
          </Button>
          {active && !isMe ? (
            <Button
              look="quiet"
              aria-label={`${t('people.settings.leave')}: ${name}`}
              onClick={() => setAsking('leave')}
            >
              {t('people.settings.leave')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {asking === 'change' ? <PersonDialog person={person} onClose={close} /> : null}
      {asking === 'leave' ? (
        <Confirm
          title={t('people.settings.leaveTitle', { name })}
          lead={t('people.settings.leaveLead')}
          stop={t('common.cancel')}
          go={{ label: t('people.settings.leave'), run: () => void leave() }}
          onClose={close}
        />
      ) : null}
    </li>
  );
}

const typed = (pinNeeded: boolean) =>
  z
    .object({ name: PersonName, role: Role, pin: pinNeeded ? Pin : z.union([Pin, z.literal('')]), again: z.string() })
    .refine(isSame, { path: ['again'] });

interface PersonDialogProps {
  /** null: a new one */
  person: Person | null;
  onClose: () => void;
}

/** Adds or changes a person; a reactivated person needs a new PIN. */
function PersonDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useTranslation();
  const needsPin = person?.active !== true;
  const form = useZodForm({
    schema: typed(needsPin),
    defaults: { name: person?.name ?? '', role: person?.role ?? 'cashier', pin: '', again: '' },
    send({ name, role, pin }) {
      if (!person) return addPerson({ name, role, pin });
      return changePerson({ id: person.id, name, role, active: true, ...(pin === '' ? {} : { pin }) });
    },
    done: onClose,
  });
  return (
    <FormDialog
      title={person ? t('people.settings.changeTitle', { name: person.name }) : t('people.settings.add')}
      form={form}
      submit={t('people.settings.save')}
      onClose={onClose}
    >
      <TextField label={t('people.settings.name')} {...form.field('name', t('people.settings.badName'))} />
      <div className="flex flex-col gap-2">
        <Choice
          label={t('people.settings.roleLabel')}
          choices={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
          {...form.control('role')}
        />
        <p className="min-h-11 text-small text-ink-soft">{t(`people.settings.may.${form.watch('role')}`)}</p>
      </div>
      <PinFields label={needsPin ? t('people.settings.pin') : t('people.settings.newPin')} field={form.field} />
    </FormDialog>
  );
}

/** Changes of people and sign-ins, newest first. */
function PeopleLog({ events }: { events: readonly PeopleEvent[] }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  return (
    <details>
      <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
        {t('people.settings.log')}
      </summary>
      {events.length === 0 ? <p>{t('people.settings.logEmpty')}</p> : null}
      <ol className="flex flex-col gap-2">
        {events.map(({ seq, at, type, person, by, byOffice, changed }) => (
          <li key={seq}>
            <p className="font-medium">
              {t(`events.${type}`)}: {person.name}
              {changed.length > 0
                ? ` (${changed.map((field) => (hasMessage(t, 'people.settings.changed', field) ? t(`people.settings.changed.${field}`) : field)).join(', ')})`
                : null}
            </p>
            <p className="text-small text-ink-soft">
              {dateTimeText(at, zone)}
              {by ? ` · ${t('people.settings.logBy', { name: by.name })}` : null}
              {byOffice ? ` · ${t('people.settings.changesBy.office')}` : null}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

const schema = z
  .object({ name: PersonName, ...twice, supervisorPin: z.union([Pin, z.literal('')]) })
  .refine(isSame, { path: ['again'] });
const empty = { name: '', pin: '', again: '', supervisorPin: '' };

/** The first owner; from then on everybody signs in. */
export function SetUpOwner({ supervisorPin, onSaved }: { supervisorPin: boolean; onSaved?: () => void }) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema,
    defaults: empty,
    clears: empty,
    send: ({ name, pin, supervisorPin: before }) =>
      setUpOwner({ name, pin, ...(before === '' ? {} : { supervisorPin: before }) }),
    done: onSaved,
  });
  useUnsavedForm(form.dirty);
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <p>{t('people.settings.lead')}</p>
      <TextField label={t('people.settings.name')} {...form.field('name', t('people.settings.badName'))} />
      <PinFields label={t('people.settings.pin')} field={form.field} />
      {supervisorPin ? (
        <PinField label={t('people.settings.supervisorPin')} {...form.field('supervisorPin', t('settings.pin.bad'))} />
      ) : null}
      <SaveBar {...form} label={t('people.settings.setUp')} />
    </form>
  );
}

interface PinFieldsProps {
  label: string;
  /** registers a field of the surrounding form */
  field: (name: 'pin' | 'again', bad: string) => FieldProps;
}

/** A new PIN, typed twice. */
function PinFields({ label, field }: PinFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-3">
      <PinField label={label} {...field('pin', t('settings.pin.bad'))} />
      <PinField label={t('people.settings.again')} {...field('again', t('people.settings.differs'))} />
    </div>
  );
}
