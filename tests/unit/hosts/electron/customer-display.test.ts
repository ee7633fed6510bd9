import { beforeEach, describe, expect, it } from 'vitest';
import {
  CustomerDisplay,
  type DisplayPlace,
  displayPlace,
  type PresentScreen,
} from '../../../../src/main/hosts/electron/customer-display.ts';
import { serveDisplay } from '../../../../src/main/hosts/electron/page-protocol.ts';

const screen = (id: string, counter = false): PresentScreen => ({
  id,
  name: `screen ${id}`,
  counter,
  bounds: { x: Number(id) * 1920, y: 0, width: 1920, height: 1080 },
});
const view = { language: 'id', theme: 'system', shop: 'Toko', training: false, sale: null } as const;

describe('where the display belongs', () => {
  it('is the first screen without the counter, the chosen one where it is there, or a window', () => {
    const screens = [screen('1', true), screen('2'), screen('3')];
    expect(displayPlace({ on: true, screen: 'auto' }, screens)).toMatchObject({ kind: 'screen', id: '2' });
    expect(displayPlace({ on: true, screen: '3' }, screens)).toMatchObject({ kind: 'screen', id: '3' });
    expect(displayPlace({ on: true, screen: '9' }, screens)).toMatchObject({ kind: 'screen', id: '2' });
    expect(displayPlace({ on: true, screen: 'window' }, screens)).toEqual({ kind: 'window' });
  });

  it('is never over the counter, and nowhere while it is off', () => {
    expect(displayPlace({ on: true, screen: 'auto' }, [screen('1', true)])).toBeNull();
    expect(displayPlace({ on: true, screen: '1' }, [screen('1', true)])).toBeNull();
    expect(displayPlace({ on: false, screen: 'auto' }, [screen('1', true), screen('2')])).toBeNull();
  });
});

describe('the display’s window', () => {
  let screens: PresentScreen[];
  let change: () => void;
  let open: Array<{ place: DisplayPlace; content: unknown[]; listener: { closed(): void; ready(): void } }>;
  let publish: (content: typeof view) => void;
  let display: CustomerDisplay;
  const feed = {
    view: () => view,
    subscribe: (listener: (now: typeof view) => void) => {
      publish = listener;
      return () => {};
    },
  };
  const setUp = (on: boolean, where = 'auto') => display.apply({ display: { on, screen: where, clearSeconds: 20 } });

  beforeEach(() => {
    screens = [screen('1', true), screen('2')];
    open = [];
    display = new CustomerDisplay({
      screens: () => screens,
      whenScreensChange(listener) {
        change = listener;
        return () => {};
      },
      open(place, listener) {
        const window = { place, content: [] as unknown[], listener };
        open.push(window);
        return {
          show: (content) => void window.content.push(content),
          close: () => {
            open = open.filter((one) => one !== window);
            listener.closed();
          },
        };
      },
    });
  });

  it('opens on the second screen once the counter is open, and shows the current content when its page is ready', () => {
    setUp(true);
    expect(open).toEqual([]);
    display.follow(feed);
    expect(open.map(({ place }) => place)).toEqual([{ kind: 'screen', id: '2', bounds: screens[1]?.bounds }]);
    expect(open[0]?.content).toEqual([]);
    open[0]?.listener.ready();
    publish({ ...view, shop: 'Toko Lain' as 'Toko' });
    expect(open[0]?.content).toEqual([view, { ...view, shop: 'Toko Lain' }]);
    expect(display.isOpen()).toBe(true);
  });

  it('closes when its screen is unplugged and comes back with it', () => {
    setUp(true);
    display.follow(feed);
    screens = [screen('1', true)];
    change();
    expect(open).toEqual([]);
    screens = [screen('1', true), screen('2')];
    change();
    expect(open).toHaveLength(1);
  });

  it('stays where it is when another screen comes, and follows the settings', () => {
    setUp(true);
    display.follow(feed);
    const [first] = open;
    screens.push(screen('3'));
    change();
    expect(open).toEqual([first]);
    setUp(true, '3');
    expect(open.map(({ place }) => place)).toMatchObject([{ id: '3' }]);
    setUp(false);
    expect(open).toEqual([]);
    expect(display.isOpen()).toBe(false);
  });

  it('stays closed when a person closes it, until the settings change', () => {
    setUp(true);
    display.follow(feed);
    const [window] = open.splice(0);
    window?.listener.closed();
    setUp(true);
    expect(open).toEqual([]);
    setUp(true, '2');
    expect(open).toHaveLength(1);
  });

  it('goes with the counter’s window, and gives no address', () => {
    setUp(true);
    display.follow(feed);
    display.end();
    expect(open).toEqual([]);
    expect(display.link()).toBeNull();
    expect(display.screens()).toMatchObject([
      { id: '1', counter: true },
      { id: '2', counter: false },
    ]);
  });
});

it('the display’s session serves its page and what that loads, and not the counter’s', async () => {
  const read: string[] = [];
  const serve = serveDisplay('/built', async (path) => {
    read.push(path);
    return new Uint8Array();
  });
  const status = async (url: string): Promise<number> => (await serve(new Request(url))).status;
  expect(await status('app://konter/display.html')).toBe(200);
  expect(await status('app://konter/assets/display-abc.js')).toBe(200);
  for (const path of ['', 'index.html', 'display.html?next=1', 'assets/../index.html', 'assets/%2e%2e/index.html']) {
    expect(await status(`app://konter/${path}`)).toBe(404);
  }
  expect(await status('app://elsewhere/display.html')).toBe(404);
  expect(read).toEqual(['/built/display.html', '/built/assets/display-abc.js']);
});
