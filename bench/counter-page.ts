import type { Page } from '@playwright/test';
import { z } from 'zod';
import { median } from './figures.ts';

/** Opens a live counter and waits until its first screen takes keys and its orders can leave. */
export async function openCounterPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('input[name="entry"]:focus').waitFor();
  await page.waitForFunction(async () => {
    const answer = await window.konter.status();
    return answer.ok && answer.value.relay.state === 'listening';
  });
}

/** The interval between two frames of this page on this screen, ms: nothing is seen sooner. */
export async function frameInterval(page: Page): Promise<number> {
  const times = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const onFrame = (now: number): void => {
          if (times.push(now) > 120) resolve(times);
          else requestAnimationFrame(onFrame);
        };
        requestAnimationFrame(onFrame);
      }),
  );
  const frames = z.array(z.number()).parse(times);
  return median(frames.slice(1).map((time, at) => time - (frames[at] ?? 0)));
}
