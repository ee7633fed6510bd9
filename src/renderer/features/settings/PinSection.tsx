import { useMay, usePeople } from '../../state/people.ts';
import { PinForm } from './PinForm.tsx';
import { AutoLockForm } from './people/AutoLockForm.tsx';
import { PeopleSettings } from './people/PeopleSettings.tsx';
import { SetUpOwner } from './people/SetUpOwner.tsx';
import { ShopChanges } from './people/ShopChanges.tsx';
import type { SectionProps } from './section.ts';
import { TwoPeopleForm } from './TwoPeopleForm.tsx';

/** Who works here, whose PINs are asked for, and whether recording a failure takes one person or two. */
export function PinSection({ view }: SectionProps) {
  const exist = usePeople(({ state }) => state?.exist ?? false);
  const owns = useMay('people');
  return (
    <div className="flex flex-col gap-8">
      {exist && owns ? <PeopleSettings /> : null}
      {exist ? <AutoLockForm view={view} /> : null}
      {exist ? null : (
        <>
          <SetUpOwner supervisorPin={view.secrets.supervisorPin} />
          <PinForm pin="supervisorPin" isSet={view.secrets.supervisorPin} />
          <PinForm pin="secondPin" isSet={view.secrets.secondPin} />
        </>
      )}
      <TwoPeopleForm view={view} />
      {owns ? <ShopChanges /> : null}
    </div>
  );
}
