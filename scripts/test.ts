import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { compiledTests } from './compiled-tests.ts';
import { findBrowser, howToGetOne } from './find-browser.ts';
import { projectDir } from './project.ts';
import { type Counts, countsOfPlaywright, countsOfVitest, type Skipped, skippedOf, sum } from './test-counts.ts';
import { type Failure, failuresOfPlaywright, failuresOfVitest } from './test-failures.ts';

/** Everything that is tested: build, vitest, then the counter in a real browser. The last line of the output sums it up. */
async function test(): Promise<boolean> {
  console.log('— build');
  await build('pages');
  await build('electron');
  await build('legal');
  const reports = await mkdtemp(join(tmpdir(), 'konter-tests-'));
  try {
    const inNode = await runVitest(join(reports, 'vitest.json'));
    const inBrowser = await runPlaywright(join(reports, 'playwright.json'));
    return closingLines(inNode, inBrowser);
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

interface Ran {
  /** the runner itself ended well */
  well: boolean;
  counts: Counts;
  failures: readonly Failure[];
}

async function runVitest(report: string): Promise<Ran> {
  console.log('— tests in Node (vitest)');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const well = await run('vitest/vitest.mjs', args, {});
  const told = await read(report);
  if (told === null) return { well: false, counts: none, failures: [] };
  return { well, counts: countsOfVitest(told), failures: failuresOfVitest(told, projectDir) };
}

async function runPlaywright(report: string): Promise<(Ran & { electron: Skipped }) | null> {
  console.log('— tests in a browser (Playwright)');
  const browser = await findBrowser();
  if (browser === null) {
    console.log(howToGetOne);
    return null;
  }
  console.log(`with ${browser.name}`);
  const args = ['test', '--reporter=list,json'];
  const well = await run('@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const told = await read(report);
  if (told === null) return { well: false, counts: none, failures: [], electron: { count: 0, reasons: [] } };
  return {
    well,
    counts: countsOfPlaywright(told),
    failures: failuresOfPlaywright(told),
    electron: skippedOf(told, 'electron'),
  };
}

const none: Counts = { passed: 0, failed: 0, skipped: 0 };

/** The program's own output is shown as it comes. Resolves to whether it ended with 0. */
function run(file: string, args: string[], env: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(projectDir, 'node_modules', file), ...args], {
      cwd: projectDir,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...compiledTests, ...env },
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

async function read(report: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(report, 'utf8'));
  } catch {
    return null;
  }
}

function closingLines(inNode: Ran, inBrowser: Awaited<ReturnType<typeof runPlaywright>>): boolean {
  const total = sum([inNode.counts, inBrowser?.counts ?? none]);
  // Once more at the end: whoever reads a long run reads its end.
  for (const { test, why } of [...inNode.failures, ...(inBrowser?.failures ?? [])]) {
    console.log(`\nFAILED ${test}\n${why.replaceAll(/^/gm, '    ')}`);
  }
  if (inBrowser && inBrowser.electron.count > 0) {
    const { count, reasons } = inBrowser.electron;
    console.log(
      `\n!!! ${count} tests of the desktop (Electron) were SKIPPED: ${reasons.join('; ') || 'no reason given'}`,
    );
  }
  const stumbled = [
    ...(inNode.well || inNode.counts.failed > 0 ? [] : ['vitest did not end well']),
    ...(inBrowser === null ? ['no browser: the tests in a browser did not run'] : []),
    ...(!inBrowser || inBrowser.well || inBrowser.counts.failed > 0 ? [] : ['Playwright did not end well']),
    ...(total.passed > 0 ? [] : ['no test ran']),
  ];
  const more = stumbled.length > 0 ? ` (${stumbled.join('; ')})` : '';
  console.log(`konter: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped${more}`);
  return total.failed === 0 && stumbled.length === 0;
}

process.exitCode = (await test()) ? 0 : 1;
