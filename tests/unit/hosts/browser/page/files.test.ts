import { afterEach, describe, expect, it, vi } from 'vitest';

interface Frame {
  loads: () => void;
  isHere: () => boolean;
}

/** As much of a page as printing needs: frames that load when the test says so, unless they were removed. */
function stubPage(printed: string[]): Frame[] {
  const frames: Frame[] = [];
  const iframe = () => {
    let [onLoad, here] = [() => {}, false];
    const own = {
      src: '',
      style: { setProperty: () => {} },
      setAttribute: () => {},
      addEventListener: (_name: string, listener: () => void) => void (onLoad = listener),
      remove: () => void (here = false),
      append: () => void (here = true),
      contentWindow: {
        get location() {
          return { pathname: own.src };
        },
        document: { querySelector: () => null, styleSheets: [] },
        addEventListener: () => {},
        print: () => printed.push(own.src),
      },
    };
    frames.push({ loads: () => (here ? onLoad() : undefined), isHere: () => here });
    return own;
  };
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('document', {
    createElement: iframe,
    body: { append: (own: ReturnType<typeof iframe>) => own.append() },
  });
  return frames;
}

describe('printing in the page', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('prints each of several slips that are asked for before the first is loaded', async () => {
    const printed: string[] = [];
    const frames = stubPage(printed);
    const { finishCall } = await import('../../../../../src/main/hosts/browser/page/files.ts');
    for (const url of ['/print/a', '/print/b']) await finishCall({ via: 'page', url });
    for (const { loads } of frames) loads();
    await vi.waitFor(() => expect(printed).toEqual(['/print/a', '/print/b']));
    expect(frames.map(({ isHere }) => isHere())).toEqual([false, true]);
  });

  it('takes no address but the host’s own for slips and files, and leaves other answers as they are', async () => {
    stubPage([]);
    const { finishCall, leftIn } = await import('../../../../../src/main/hosts/browser/page/files.ts');
    const others = [
      'https://evil.example/print/a',
      '//evil/print/a',
      '/print/../session',
      '/print/a?b',
      '/api/pay',
      '',
      null,
    ];
    for (const url of others) expect(leftIn({ via: 'page', url })).toBeNull();
    for (const value of [null, 1, 'text', [], { url: '/api/pay', tab: 1 }])
      expect(await finishCall(value)).toEqual({ value });
    expect(leftIn({ via: 'page', url: '/print/a-_9', as: 'png', name: 'struk.png' })).toEqual({
      route: 'print',
      url: '/print/a-_9',
      name: 'struk.png',
      isPicture: true,
    });
  });
});
