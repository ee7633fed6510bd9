import { PinForm } from './PinForm.tsx';
import type { SectionProps } from './section.ts';
import { TwoPeopleForm } from './TwoPeopleForm.tsx';

/** Whose PINs are asked for, and whether recording a failure takes one person or two. */
export function PinSection({ view }: SectionProps) {
  return (
    <div className="flex flex-col gap-8">
      <PinForm pin="supervisorPin" isSet={view.secrets.supervisorPin} />
      <PinForm pin="secondPin" isSet={view.secrets.secondPin} />
      <TwoPeopleForm view={view} />
    </div>
  );
}
