import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import { saveSettings } from './save-settings.ts';

/**
 * One section's form: typed as text, read by a schema, saved as a change. After saving, the fields stand as typed and
 * count as unchanged; secrets are emptied by `after`.
 */
export function useSection<Typed extends FieldValues, Read>(
  schema: z.ZodType<Read, Typed>,
  defaultValues: DefaultValues<Typed>,
  changeDue: (read: Read) => SettingsChange,
  after?: Partial<Typed>,
) {
  const [error, setError] = useState<KonterError | null>(null);
  const form = useForm<Typed, unknown, Read>({ resolver: zodResolver(schema), defaultValues });
  const submit = (more: SettingsChange = {}): Promise<void> =>
    form.handleSubmit(async (read) => {
      const problem = await saveSettings({ ...changeDue(read), ...more });
      setError(problem);
      if (!problem) form.reset({ ...form.getValues(), ...after });
    })();
  const { isDirty, isSubmitting, errors } = form.formState;
  return {
    register: form.register,
    watch: form.watch,
    errors,
    bar: { dirty: isDirty, saving: isSubmitting, error },
    /** saves what is typed once more, with what a question was answered with */
    saveWith: (more: SettingsChange): void => void submit(more),
    dismiss: (): void => setError(null),
    onSubmit(event: FormEvent): void {
      event.preventDefault();
      void submit();
    },
  };
}
