import appShell from './app-shell.json' with { type: 'json' };
import checkout from './checkout.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import firstScreen from './first-screen.json' with { type: 'json' };
import payments from './payments.json' with { type: 'json' };

/** What the first screen says, loaded before it is painted. No two files have a section in common. */
export const firstMessages = {
  ...appShell,
  ...checkout,
  ...common,
  ...errors,
  ...firstScreen,
  ...payments,
};
