import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { CHAT_SIZE, contactName } from './read/people.ts';
import { startFilledGateway } from './page/filled-gateway.ts';
import { longestTaskWhileScrolling, searchTime, timeToUse, recordLongTasks } from './page/measure.ts';
import { listScreens } from './page/screens.ts';
import { median } from './statistics.ts';

/**
 * `npm run bench:page`: with 1,000,000 messages and 200,000 deliveries stored, measures how soon each screen of the
 * gateway's page is usable, the longest task while its list is scrolled, and the time of a search. The median of five
 * rounds counts.
 */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? '1000000');
const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? '200000');
const ROUNDS = 5;
/** Limits in milliseconds. */
const LIMITS = { use: 1000, task: 100, search: 300 };
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const PASSWORD = 'a password for benchmarks';

const filled = await startFilledGateway(MESSAGES, DELIVERIES);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--headless', '--no-sandbox'] });
let failed = 0;
let passed = 0;
try {
	const { url } = filled.gateway;
	const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
	await recordLongTasks(page);
	await page.goto((await readFile(path.join(filled.gateway.folder, 'setup-link.txt'), 'utf8')).trim());
	await page.getByLabel('New password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Set the password' }).click();
	await page.getByRole('heading', { name: 'Overview' }).waitFor();
	for (const screen of listScreens(filled)) {
		const times = await rounds(() => timeToUse(page, url, screen));
		report(`${screen.name}: usable`, times, LIMITS.use);
		if (screen.list === undefined) continue;
		const { list } = screen;
		report(`${screen.name}: longest task`, [await longestTaskWhileScrolling(page, list)], LIMITS.task);
	}
	await page.goto(`${url}/#/chats`);
	const nameOf = (turn: number) => contactName(Math.floor(MESSAGES / CHAT_SIZE / (turn + 2)));
	report('search by name', await rounds((turn) => searchTime(page, nameOf(turn))), LIMITS.search);
	process.stdout.write(`${passed} passed, ${failed} failed\n`);
	process.exitCode = failed === 0 ? 0 : 1;
} finally {
	await browser.close();
	await filled.gateway.stop();
}

async function rounds(measure: (turn: number) => Promise<number>): Promise<number[]> {
	const times: number[] = [];
	for (let turn = 0; turn < ROUNDS; turn += 1) times.push(await measure(turn));
	return times;
}

function report(name: string, times: readonly number[], limit: number): void {
	const time = median(times);
	const holds = time <= limit;
	if (holds) passed += 1;
	else failed += 1;
	const figures = `${time.toFixed(0)} ms`.padStart(10);
	process.stdout.write(
		`${name.padEnd(30)}${figures}   limit ${limit} ms   ${holds ? 'ok' : 'OVER THE LIMIT'}\n`,
	);
}
