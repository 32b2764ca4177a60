import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { CHAT_SIZE, contactName } from './read/people.ts';
import { startFilledGateway } from './page/filled-gateway.ts';
import {
	type Comparison,
	type Opening,
	comparisonTimes,
	longestTaskWhileScrolling,
	messageSearchTime,
	openScreen,
	recordLongTasks,
	searchTime,
} from './page/measure.ts';
import { listScreens } from './page/screens.ts';
import { median } from './statistics.ts';

/**
 * `npm run bench:page`: with 1,000,000 messages, 200,000 deliveries and 300 instances stored, measures how soon each
 * screen of the gateway's page is usable, the longest task while its list is scrolled, the times of searches, and that of
 * a comparison of the ledger's rows. The median of five rounds counts.
 */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? '1000000');
const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? '200000');
const INSTANCES = Number(process.env.BENCH_INSTANCES ?? '300');
const ROUNDS = 5;
/** Limits in milliseconds. */
const LIMITS = { use: 1000, task: 100, search: 300, messageSearch: 1000, comparison: 1000 };
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** Words of all messages, one for each round. */
const WORDS = ['conversation', 'deliveries', 'opening', 'hours', 'prices'];
const PASSWORD = 'a password for benchmarks';

const filled = await startFilledGateway({
	messages: MESSAGES,
	deliveries: DELIVERIES,
	instances: INSTANCES,
});
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
		const openings: Opening[] = [];
		for (let round = 0; round < ROUNDS; round += 1) openings.push(await openScreen(page, url, screen));
		const times = openings.map(({ time }) => time);
		report(`${screen.name}: usable`, times, LIMITS.use, slowestOf(openings));
		if (screen.list === undefined || median(times) === Infinity) continue;
		const { list } = screen;
		report(`${screen.name}: longest task`, [await longestTaskWhileScrolling(page, list)], LIMITS.task);
	}
	await page.goto(`${url}/#/chats/${filled.instanceId}`);
	// The instance has the chats with even numbers.
	const nameOf = (turn: number) => contactName(2 * Math.floor(MESSAGES / CHAT_SIZE / (turn + 2) / 2));
	report('search by name', await rounds((turn) => searchTime(page, nameOf(turn))), LIMITS.search);
	report(
		'search: a common word',
		await rounds((turn) => messageSearchTime(page, WORDS[turn] ?? '')),
		LIMITS.messageSearch,
	);
	const numberOf = (turn: number) => `message ${Math.floor(MESSAGES / (turn + 2))}`;
	report(
		'search: one message',
		await rounds((turn) => messageSearchTime(page, numberOf(turn))),
		LIMITS.messageSearch,
	);
	const comparisons: Comparison[] = [];
	for (let round = 0; round < ROUNDS; round += 1) comparisons.push(await comparisonTimes(page, url));
	const allCompared = median(comparisons.map(({ all }) => all)).toFixed(0);
	report(
		'ledger: first compared again',
		comparisons.map(({ first }) => first),
		LIMITS.comparison,
		`   all 24 hours ${allCompared} ms`,
	);
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

/** The slowest request of a screen in the median round, which says whether a slow screen waits for the gateway. */
function slowestOf(openings: readonly Opening[]): string {
	const slowest = openings.flatMap((opening) => (opening.slowest === null ? [] : [opening.slowest]));
	const middle = slowest.sort((a, b) => a.time - b.time)[Math.floor(slowest.length / 2)];
	return middle === undefined ? '' : `   ${middle.what} ${middle.time.toFixed(0)} ms`;
}

function report(name: string, times: readonly number[], limit: number, remark = ''): void {
	const time = median(times);
	const holds = time <= limit;
	if (holds) passed += 1;
	else failed += 1;
	const figures = `${time.toFixed(0)} ms`.padStart(10);
	process.stdout.write(
		`${name.padEnd(30)}${figures}   limit ${limit} ms   ${holds ? 'ok' : 'OVER THE LIMIT'}${remark}\n`,
	);
}
