import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import type { KonterError } from '../../shared/contract/errors.ts';

interface Options<Typed extends FieldValues, Read> {
  /** parses the typed values; a refused field shows its error message */
  schema: z.ZodType<Read, Typed>;
  defaults: DefaultValues<NoInfer<Typed>>;
  /** whether a person is asked once more before this is sent; see `question` */
  needsConfirmation?: (read: Read) => boolean;
  /** sends the parsed values; resolves to the error, which is shown and leaves the form as typed, or null */
  send: (read: Read) => Promise<KonterError | null>;
  /** runs after a submit that succeeded */
  done?: (() => void) | undefined;
  /** values that do not stay as typed after a submit that succeeded, such as secrets */
  clears?: Partial<NoInfer<Typed>> | undefined;
}

/** The props of a text field in the form. */
export type FieldProps = ReturnType<UseFormReturn['register']> & { fault: string | null };

/** The props of a field without an input of its own: Choice, Select, CheckField, AmountField. */
export interface ControlProps<T> {
  value: T;
  onValue: (value: T) => void;
  fault: string | null;
}

export interface ZodForm<Typed extends FieldValues, Read = unknown> {
  /** @param bad the words of a value that the schema refuses */
  field(name: FieldPath<Typed>, bad?: string): FieldProps;
  control<K extends FieldPath<Typed>>(name: K, bad?: string): ControlProps<FieldPathValue<Typed, K>>;
  watch: UseFormReturn<Typed>['watch'];
  setValue: UseFormReturn<Typed>['setValue'];
  setError: UseFormReturn<Typed>['setError'];
  /** a value differs from the start or from the last success */
  dirty: boolean;
  busy: boolean;
  error: KonterError | null;
  dismiss(): void;
  submit(): Promise<void>;
  /** runs something else that may be refused, such as choosing a file; shows the error that it answers */
  attempt(run: () => Promise<KonterError | null>): Promise<void>;
  /** the input to send once a person has confirmed; null: no question is open */
  question: { read: Read; go: () => void; back: () => void } | null;
  /** the props of the `form` element */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
}

/**
 * A form that is read by a schema and sent once at a time. What main answered against it is shown until the next try. After a submit
 * that the schema refuses, the first wrong field has the focus.
 */
export function useZodForm<Typed extends FieldValues, Read>(options: Options<Typed, Read>): ZodForm<Typed, Read> {
  const { schema, defaults, needsConfirmation, send, done, clears } = options;
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<{ read: Read } | null>(null);
  const form = useForm<Typed, unknown, Read>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    // Done below, for fields without an input of their own too.
    shouldFocusError: false,
  });
  const { isDirty, isSubmitted, isSubmitSuccessful, submitCount } = form.formState;
  const focusedFor = useRef(0);
  useEffect(() => {
    // Fields may be disabled while the form is busy.
    if (busy || isSubmitSuccessful || focusedFor.current === submitCount) return;
    focusedFor.current = submitCount;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] input')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each try, not for each answer to it
  }, [submitCount, busy]);
  // The button that was pressed is disabled meanwhile, and loses the focus: what main refused is typed again.
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body || activeElement.matches(':disabled');
    if (error !== null && isLost)
      element.current?.querySelector<HTMLElement>(':is(input, textarea):not(:disabled, [type="radio"])')?.focus();
  }, [error]);
  const once = async (run: () => Promise<void>): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await run();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const deliver = async (read: Read): Promise<void> => {
    const sent = form.getValues();
    const problem = await send(read);
    setError(problem);
    if (problem) return;
    const typed = form.getValues();
    form.reset({ ...sent, ...clears });
    // What was typed meanwhile was not sent.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the names of a form's values are its fields
    for (const name of Object.keys(typed) as FieldPath<Typed>[]) {
      if (JSON.stringify(typed[name]) !== JSON.stringify(sent[name])) {
        form.setValue(name, typed[name], { shouldDirty: true });
      }
    }
    done?.();
  };
  const askConfirmation = (read: Read): void => {
    setError(null);
    setUnconfirmed({ read });
  };
  const submit = (): Promise<void> =>
    once(form.handleSubmit((read) => (needsConfirmation?.(read) === true ? askConfirmation(read) : deliver(read))));
  const fault = (name: FieldPath<Typed>, bad: string | undefined): string | null =>
    form.getFieldState(name, form.formState).error === undefined ? null : (bad ?? null);
  return {
    field: (name, bad) => ({ ...form.register(name), fault: fault(name, bad) }),
    control: (name, bad) => ({
      value: form.watch(name),
      onValue: (value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted }),
      fault: fault(name, bad),
    }),
    watch: form.watch,
    setValue: form.setValue,
    setError: form.setError,
    dirty: isDirty,
    busy,
    error,
    dismiss: () => setError(null),
    submit,
    async attempt(run) {
      setError(null);
      setError(await run());
    },
    question: unconfirmed && {
      read: unconfirmed.read,
      go() {
        setUnconfirmed(null);
        void once(() => deliver(unconfirmed.read));
      },
      back: () => setUnconfirmed(null),
    },
    props: {
      ref: element,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        void submit();
      },
    },
  };
}
