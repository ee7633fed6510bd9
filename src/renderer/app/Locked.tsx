import { lazy, Suspense } from 'react';
import { usePeople } from '../state/people.ts';
import { PlaceLoading } from './PlaceLoading.tsx';

const SignInScreen = lazy(() => import('../features/staff/SignInScreen.tsx'));
const SwitchDialog = lazy(() => import('../features/staff/SwitchDialog.tsx'));

/** Nobody is signed in: asked for in place of the work. */
export function SignInFirst() {
  const state = usePeople((people) => people.state);
  return state ? (
    <Suspense fallback={<PlaceLoading />}>
      <SignInScreen key={state.last} state={state} />
    </Suspense>
  ) : null;
}

/** The question who takes over, while it is asked. */
export function Switching() {
  const switching = usePeople((people) => people.switching);
  return switching ? (
    <Suspense>
      <SwitchDialog />
    </Suspense>
  ) : null;
}
