import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { built } from '../../scripts/project.ts';
import { listenTo } from './counter-page.ts';

const address = pathToFileURL(built.verifier).href;

/** Opens the built verifier's file itself and notes whatever it asks the network for, or complains about. */
export async function openVerifier(page: Page, fragment = ''): Promise<string[]> {
  const complaints: string[] = [];
  listenTo(page, complaints);
  page.on('request', (request) => (request.url().startsWith(address) ? undefined : complaints.push(request.url())));
  await page.goto(address + fragment);
  return complaints;
}

/** As a scanner types: everything at once, and Enter. */
export async function scanInto(page: Page, text: string): Promise<void> {
  await page.getByLabel('Teks bukti').fill('');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

export const verdictOn = (page: Page): Locator => page.locator('#result');
