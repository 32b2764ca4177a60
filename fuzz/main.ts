import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCloudApi } from '../gateway/test/support/official/cloud-api.ts';
import { startWhatsApp } from '../gateway/test/support/whatsapp/whatsapp.ts';
import { runAnswers } from './answers/run.ts';
import { startFaultyMeta } from './answers/faulty-meta.ts';
import { createAttackedAccounts } from './attacked-accounts.ts';
import { PARTS, type Part } from './case-random.ts';
import type { FuzzContext } from './fuzz-context.ts';
import { runFiles } from './files/run.ts';
import { runFrames } from './frames/run.ts';
import { startBackgroundTraffic } from './background-traffic.ts';
import { META_SETTINGS } from './instances.ts';
import { createJournal } from './journal.ts';
import { caseNumbersUpTo, onlyCaseNumbers, type CaseNumbers } from './case-numbers.ts';
import { report } from './report.ts';
import { createMessageTimes, DELIVERY_LIMIT } from './rules/message-times.ts';
import { evaluateRules, formatMegabytes } from './rules/rules.ts';
import { startTarget } from './target/gateway.ts';
import { runWebhooks } from './webhooks/run.ts';

/** `npm run fuzz`: see README.md. */
const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: '1' },
		minutes: { type: 'string', default: '60' },
		only: { type: 'string', default: PARTS.join(',') },
		case: { type: 'string' },
		accounts: { type: 'string', default: '36' },
		exits: { type: 'string', default: '5' },
		frames: { type: 'string', default: '20000' },
		files: { type: 'string', default: '500' },
		webhooks: { type: 'string', default: '20000' },
		answers: { type: 'string', default: '2000' },
	},
});
const seed = Number(values.seed);
const parts = values.only.split(',').map(parsePart);
const startedAt = performance.now();
const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
let ended = false;
const isOver = (): boolean => ended || performance.now() - startedAt > Number(values.minutes) * 60_000;
/** Seconds between two progress lines, and of traffic before the attack. */
const PROGRESS_INTERVAL = 15;
const WARM_UP = 5;

// process.exit runs the exit handlers, which end the child processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const now = (): number => performance.now();
const journal = createJournal(now);
const messageTimes = createMessageTimes(now);
const whatsApp = await startWhatsApp();
const meta = await startCloudApi();
const faultyMeta = await startFaultyMeta(new URL(meta.graphUrl).origin, (text) => {
	messageTimes.received(text);
});
const canaryRequests: string[] = [];
const canary = createServer((socket) => {
	canaryRequests.push('a connection to an address of this machine');
	socket.on('error', () => undefined).destroy();
});
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));

const accounts: FuzzContext['accounts'][number][] = [];
const target = await startTarget(
	{
		GATEWAY_NETWORK: 'whatsapp',
		GATEWAY_WHATSAPP_URL: whatsApp.url,
		GATEWAY_GRAPH_URL: faultyMeta.graphUrl,
		GATEWAY_LOG_LEVEL: 'warn',
		...META_SETTINGS,
		...whatsApp.trust.env,
	},
	whatsApp.trust.execArgv.join(' '),
	{
		recentCases: () => journal.recentCases(),
		maxExits: Number(values.exits),
		async onExit({ uptime }) {
			print(`${seconds()} s: the gateway exited unexpectedly and is started again`);
			ended ||= target.exits.length > Number(values.exits);
			// A short uptime suggests that a pending stanza ended it again, so pending stanzas are dropped.
			if (uptime < 10_000) for (const { account } of accounts) await whatsApp.dropPending(account);
		},
	},
);
const backgroundTraffic = await startBackgroundTraffic(target, whatsApp, messageTimes);
const linking = parts.some((part) => part === 'frames' || part === 'files');
accounts.push(...(await createAttackedAccounts(target, whatsApp, linking ? Number(values.accounts) : 0)));
print(`seed ${seed}: ${accounts.length} attacked accounts are linked after ${seconds()} s`);
await sleep(WARM_UP * 1000);
target.memory.length = 0;

const context: FuzzContext = {
	...{ seed, target, whatsApp, faultyMeta, accounts, journal },
	canary: `127.0.0.1:${(canary.address() as AddressInfo).port}`,
	isOver: () => isOver() || target.exits.length > Number(values.exits),
};
const planned = Object.fromEntries(parts.map((part) => [part, caseNumbersOf(part)])) as Partial<
	Record<Part, CaseNumbers>
>;
const RUNS = { frames: runFrames, files: runFiles, webhooks: runWebhooks, answers: runAnswers };
const sentOf = (part: Part): number =>
	[...(journal.counts.get(part) ?? [])].reduce(
		(sum, [kind, count]) => (kind.startsWith('(') ? sum : sum + count),
		0,
	);
const sent = (): number => parts.reduce((sum, part) => sum + sentOf(part), 0);
const progress = setInterval(() => {
	const counts = parts.map((part) => `${part} ${sentOf(part)}`).join(', ');
	print(`${seconds()} s: ${counts}; memory ${formatMegabytes(target.memory.at(-1) ?? 0)}`);
}, PROGRESS_INTERVAL * 1000);

// Files and answers mostly wait, so they run beside frames and webhooks.
await Promise.all([
	runInOrder('frames', 'webhooks').catch(failed),
	runInOrder('files', 'answers').catch(failed),
]);
clearInterval(progress);
backgroundTraffic.stop();
await sleep(DELIVERY_LIMIT + 1000);

const { requests } = await whatsApp.mediaRequests();
const foreignRequests = requests.filter(({ host }) => !/^[\w.-]+\.whatsapp\.net$/.test(host));
const results = evaluateRules({
	...{ exits: target.exits, messageTimes, memory: target.memory, findings: target.findings },
	foreignRequests: [
		...canaryRequests,
		...foreignRequests.map(({ host, path }) => `${host} ${path.slice(0, 60)}`),
	],
	planned: Object.values(planned).reduce((sum, one) => sum + one.planned, 0),
	sent: sent(),
});
ended = true;
backgroundTraffic.close();
await target.close();
faultyMeta.close();
canary.close();
await meta.close();
await whatsApp.close();
print(report(journal, results));
const failedRules = results.filter((one) => one.violations.length > 0).length;
print(
	`${results.length - failedRules} passed, ${failedRules} failed after ${seconds()} s (repeat with --seed ${seed})`,
);
process.exit(failedRules === 0 ? 0 : 1);

async function runInOrder(...names: Part[]): Promise<void> {
	for (const name of names) {
		const numbers = planned[name];
		if (numbers === undefined || context.isOver()) continue;
		await RUNS[name](context, numbers);
		print(`${seconds()} s: ${name} finished`);
	}
}

function failed(error: unknown): void {
	print(`${seconds()} s: a part failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
}

function caseNumbersOf(part: Part): CaseNumbers {
	if (values.case !== undefined) return onlyCaseNumbers(values.case.split(',').map(Number), context.isOver);
	return caseNumbersUpTo(Number(values[part]), () => context.isOver());
}

function parsePart(name: string): Part {
	const part = PARTS.find((one) => one === name);
	if (part === undefined) throw new Error(`--only must be some of ${PARTS.join(', ')}.`);
	return part;
}
