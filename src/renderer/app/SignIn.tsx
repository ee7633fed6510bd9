import { lazy, Suspense } from 'react';
import { usePeople } from '../state/people.ts';
import { ScreenSkeleton } from '../ui/Skeleton.tsx';

const SignInScreen = lazy(() => import('../features/staff/SignInScreen.tsx'));
const SwitchDialog = lazy(() => import('../features/staff/SwitchDialog.tsx'));

/** In place of the screen while nobody is signed in. */
export function SignIn() {
  const state = usePeople((people) => people.state);
  return state ? (
    <Suspense fallback={<ScreenSkeleton />}>
      <SignInScreen key={state.last} state={state} />
    </Suspense>
  ) : null;
}

/** The dialog in which another person takes over. */
export function PersonSwitch() {
  const switching = usePeople((people) => people.switching);
  return switching ? (
    <Suspense>
      <SwitchDialog />
    </Suspense>
  ) : null;
}
