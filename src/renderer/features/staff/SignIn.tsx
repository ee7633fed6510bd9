import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { PeopleState } from '../../../shared/contract/people.ts';
import { errorWords, plural } from '../../i18n/i18n.ts';
import { countdown } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { lockNow, refreshPeople, showPersonSwitch, signIn, useLockoutMs, usePeople } from '../../state/people.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { PinField } from '../../ui/Field.tsx';
import { Delete, LockKeyhole } from '../../ui/icons.tsx';

/** Changes the person at the counter; a customer's entry stays. Its key, pressed again, locks the counter. */
export function SwitchDialog() {
  const { t } = useTranslation();
  const state = usePeople((people) => people.state);
  const present = state?.present;
  if (!state || !present) return null;
  const here = t('people.switch.here', { name: present.name, role: t(`people.role.${present.role}`) });
  const other = state.people.find(({ id }) => id !== present.id) ?? present;
  return (
    <Dialog wide title={t('people.switch.title')} lead={here} onClose={() => showPersonSwitch(false)}>
      {(settled) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for one key
        <div
          className="flex min-h-0 flex-col gap-4"
          onKeyDown={(event) => {
            if (event.key !== 'F12' || event.repeat) return;
            event.preventDefault();
            void lockNow();
          }}
        >
          <SignInForm state={state} first={other.id} ready={settled} />
          <DialogFooter>
            <Button hotkey="Esc" onClick={() => showPersonSwitch(false)}>
              {t('common.cancel')}
            </Button>
            <Button icon={LockKeyhole} hotkey="F12" onClick={() => void lockNow()}>
              {t('people.switch.lock')}
            </Button>
          </DialogFooter>
        </div>
      )}
    </Dialog>
  );
}

/** How often the page asks whether a lockout has ended. */
const lookAgainMs = 20_000;

/** Replaces everything but the money strip while no person is signed in. The screen below keeps its state. */
export function SignInScreen({ state }: { state: PeopleState }) {
  const { t } = useTranslation();
  const waits = state.people.some(({ waitMs }) => waitMs > 0);
  useEffect(() => {
    if (!waits) return;
    const again = window.setInterval(() => void refreshPeople(), lookAgainMs);
    return () => window.clearInterval(again);
  }, [waits]);
  return (
    <main tabIndex={-1} className="flex min-h-0 flex-1 items-center justify-center overflow-y-auto p-6 outline-none">
      <section className="flex max-h-full w-full max-w-4xl flex-col gap-5">
        <header className="flex items-start gap-4">
          <LockKeyhole aria-hidden="true" className="mt-1 size-9 shrink-0 text-accent" strokeWidth={1.75} />
          <div>
            <h2 className="text-title font-semibold text-balance">{t('people.signIn.title')}</h2>
            <p className="text-ink-soft">{t(`people.signIn.${state.why ?? 'start'}`)}</p>
          </div>
        </header>
        <SignInForm state={state} first={state.last ?? state.people[0]?.id ?? ''} />
        <p className="text-small text-ink-soft">{t('people.signIn.keys')}</p>
      </section>
    </main>
  );
}

interface Props {
  state: PeopleState;
  /** offered first */
  first: string;
  /** the surrounding dialog has settled: only then does a focus stay where it is set */
  ready?: boolean;
}

const longestPin = 12;
const shortestPin = 4;

/** A name and a PIN: with keys alone, or with fingers alone. */
function SignInForm(props: Props) {
  const { people } = props.state;
  const [chosen, setChosen] = useState(props.first);
  const person = people.find(({ id }) => id === chosen) ?? people[0];
  return person ? <SignInOf {...props} person={person} onPerson={setChosen} /> : null;
}

type SignInPerson = PeopleState['people'][number];

/** @param props.onPerson another one was chosen */
function SignInOf({
  state: { people },
  person,
  onPerson,
  ready = true,
}: Props & { person: SignInPerson; onPerson: (id: string) => void }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [pin, setPin] = useState('');
  const [trying, setTrying] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const lockedMs = useLockoutMs(person);
  const isLocked = lockedMs > 0;
  useEffect(() => {
    if (ready) focusPin(form.current);
  }, [ready]);

  const choose = (id: string): void => {
    onPerson(id);
    setPin('');
    setError(null);
  };
  const type = (digit: string): void => {
    if (!isLocked) setPin((typed) => (typed + digit).slice(0, longestPin));
  };
  const go = async (): Promise<void> => {
    if (trying || isLocked || pin.length < shortestPin) return;
    setTrying(true);
    const problem = await signIn(person.id, pin);
    setTrying(false);
    setPin('');
    setError(problem);
    focusPin(form.current);
  };
  const onArrow = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = people.findIndex(({ id }) => id === person.id);
    const next = people[(at + step + people.length) % people.length];
    if (next) choose(next.id);
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
      className="flex min-h-0 gap-6"
    >
      <Tiles
        people={people}
        chosen={person.id}
        onChoose={choose}
        onDigit={(digit) => {
          type(digit);
          focusPin(form.current);
        }}
      />
      <div className="flex w-72 shrink-0 flex-col gap-3">
        <PinField
          label={t('people.signIn.pin', { name: person.name })}
          fault={isLocked ? t('people.signIn.lockedOut', { name: person.name }) : pinFault(error, t)}
          value={isLocked ? '' : pin}
          readOnly={isLocked}
          maxLength={longestPin}
          onKeyDown={onArrow}
          onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, '').slice(0, longestPin))}
        />
        <Keypad disabled={isLocked} onDigit={type} onBack={() => setPin((typed) => typed.slice(0, -1))} />
        {isLocked ? (
          <p
            role="timer"
            className="flex min-h-14 items-center justify-center gap-2 rounded-box border border-line bg-sunken font-semibold"
          >
            <LockKeyhole aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            {t('people.signIn.wait', { time: countdown(lockedMs) })}
          </p>
        ) : (
          <Button type="submit" look="primary" large hotkey="Enter" disabled={trying || pin.length < shortestPin}>
            {t('people.signIn.go')}
          </Button>
        )}
      </div>
    </form>
  );
}

const focusPin = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLInputElement>('input[type=password]')?.focus();

/** What is wrong with the PIN, and how many more may be before a lockout. */
function pinFault(error: KonterError | null, t: TFunction): string | null {
  // The field says that itself while the lockout lasts.
  if (error === null || error.reason === 'locked') return null;
  const { reason, attemptsLeft } = error;
  if (reason !== 'wrong_pin') return errorWords(t, error).lines[0] ?? null;
  return attemptsLeft === undefined ? t('people.signIn.wrong') : t('people.signIn.wrongLeft', plural(attemptsLeft));
}

interface TilesProps {
  people: PeopleState['people'];
  chosen: string;
  onChoose: (id: string) => void;
  /** a digit typed here is the PIN's */
  onDigit: (digit: string) => void;
}

/** The people who may sign in: one tile each, as radio buttons, so that arrow keys move between them. */
function Tiles({ people, chosen, onChoose, onDigit }: TilesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="min-h-0 min-w-0 flex-1 overflow-y-auto p-1">
      <legend className="sr-only">{t('people.signIn.who')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2">
        {people.map((person) => (
          <Tile key={person.id} person={person} isChosen={person.id === chosen} onChoose={onChoose} onDigit={onDigit} />
        ))}
      </div>
    </fieldset>
  );
}

interface TileProps extends Pick<TilesProps, 'onChoose' | 'onDigit'> {
  person: SignInPerson;
  isChosen: boolean;
}

function Tile({ person, isChosen, onChoose, onDigit }: TileProps) {
  const { t } = useTranslation();
  const { id, name, role } = person;
  const lockedMs = useLockoutMs(person);
  return (
    <label
      className={classes(
        'flex min-h-18 cursor-pointer items-center gap-3 rounded-box border px-4 py-2',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]',
        isChosen
          ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
          : 'border-line-strong bg-surface hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name="person"
        value={id}
        checked={isChosen}
        onChange={() => onChoose(id)}
        onKeyDown={(event) => {
          if (!/^\d$/.test(event.key)) return;
          event.preventDefault();
          onDigit(event.key);
        }}
        className="sr-only"
      />
      <span
        aria-hidden="true"
        className={classes(
          'flex size-11 shrink-0 items-center justify-center rounded-full text-large font-bold uppercase',
          lockedMs > 0 ? 'bg-sunken text-ink-soft' : isChosen ? 'bg-accent text-accent-ink' : 'bg-sunken text-ink',
        )}
      >
        {lockedMs > 0 ? <LockKeyhole className="size-5" /> : name.slice(0, 1)}
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 text-large font-semibold break-words">{name}</span>
        <span className="block text-small text-ink-soft">
          {lockedMs > 0 ? t('people.signIn.lockedFor', { time: countdown(lockedMs) }) : t(`people.role.${role}`)}
        </span>
      </span>
    </label>
  );
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface KeypadProps {
  disabled: boolean;
  onDigit: (digit: string) => void;
  onBack: () => void;
}

/** Digits for touch. With a keyboard, Tab skips them. */
function Keypad({ disabled, onDigit, onBack }: KeypadProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{t('people.signIn.keypad')}</legend>
      {digits.map((digit) => (
        <Key key={digit} digit={digit} disabled={disabled} onDigit={onDigit} />
      ))}
      <span />
      <Key digit="0" disabled={disabled} onDigit={onDigit} />
      <Button
        tabIndex={-1}
        disabled={disabled}
        aria-label={t('people.signIn.back')}
        onClick={onBack}
        className="min-h-14"
      >
        <Delete aria-hidden="true" className="size-6" />
      </Button>
    </fieldset>
  );
}

function Key({ digit, disabled, onDigit }: { digit: string; disabled: boolean; onDigit: (digit: string) => void }) {
  return (
    <Button tabIndex={-1} large disabled={disabled} onClick={() => onDigit(digit)}>
      {digit}
    </Button>
  );
}
