import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TextField } from '../../ui/Field.tsx';
import { SaveBar } from './SaveBar.tsx';
import type { SectionProps } from './section.ts';
import { useSection } from './use-section.ts';

const line = z.string().trim().max(80);
const schema = z.object({ name: line, address: line, phone: line, footer: line });
const names = ['name', 'address', 'phone', 'footer'] as const;

/** What stands at the head and foot of every slip. */
export function ShopSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { register, errors, bar, onSubmit } = useSection(schema, view.settings.shop, (shop) => ({ shop }));
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      {names.map((name) => (
        <TextField
          key={name}
          label={t(`settings.shop.${name}`)}
          fault={errors[name] ? t('settings.bad') : null}
          maxLength={80}
          {...register(name)}
        />
      ))}
      <SaveBar {...bar} />
    </form>
  );
}
