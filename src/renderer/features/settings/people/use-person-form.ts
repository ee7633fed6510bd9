import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { Pin } from '../../../../shared/contract/inputs.ts';

/** A form about a person: read by a schema, sent to main; what main said against it stays until the next try. */
export function usePersonForm<Typed extends FieldValues, Read>(
  schema: z.ZodType<Read, Typed>,
  defaultValues: DefaultValues<Typed>,
  send: (read: Read) => Promise<KonterError | null>,
  done?: () => void,
) {
  const [error, setError] = useState<KonterError | null>(null);
  const form = useForm<Typed, unknown, Read>({ resolver: zodResolver(schema), defaultValues });
  const submit = form.handleSubmit(async (read) => {
    const problem = await send(read);
    setError(problem);
    if (problem) return;
    form.reset();
    done?.();
  });
  return {
    register: form.register,
    errors: form.formState.errors,
    sending: form.formState.isSubmitting,
    error,
    onSubmit: (event: FormEvent): void => void submit(event),
  };
}

/** A new PIN is typed twice, because the field hides it. */
export const twice = { pin: Pin, again: z.string() };
export const isSame = (form: { pin: string; again: string }): boolean => form.pin === form.again;
