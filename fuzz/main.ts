import { createServer, type AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startCloudApi } from '../gateway/test/support/cloud-api.ts';
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
import { caseNumbersUpTo, onlyCaseNumbers, type Numbers } from './case-numbers.ts';
import { report } from './report.ts';
import { createArrivals, IN_TIME } from './rules/arrivals.ts';
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
		deaths: { type: 'string', default: '5' },
		frames: { type: 'string', default: '20000' },
		files: { type: 'string', default: '500' },
		webhooks: { type: 'string', default: '20000' },
		answers: { type: 'string', default: '2000' },
	},
});
const seed = Number(values.seed);
const parts = values.only.split(',').map(partNamed);
const begun = performance.now();
const seconds = (): number => Math.round((performance.now() - begun) / 1000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let ended = false;
const isOver = (): boolean => ended || performance.now() - begun > Number(values.minutes) * 60_000;
/** Seconds between two lines that tell how far it is, and of traffic before the attack. */
const TELL = 15;
const WARM = 5;

// Ending by `exit` lets what was started be ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const now = (): number => performance.now();
const journal = createJournal(now);
const arrivals = createArrivals(now);
const whatsApp = await startWhatsApp();
const meta = await startCloudApi();
const front = await startFaultyMeta(new URL(meta.graphUrl).origin, (text) => {
	arrivals.arrived(text);
});
const visits: string[] = [];
const canary = createServer((socket) => {
	visits.push('a connection to an address of this machine');
	socket.on('error', () => undefined).destroy();
});
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));

const accounts: FuzzContext['accounts'][number][] = [];
const target = await startTarget(
	{
		GATEWAY_NETWORK: 'whatsapp',
		GATEWAY_WHATSAPP_URL: whatsApp.url,
		GATEWAY_GRAPH_URL: front.graphUrl,
		GATEWAY_LOG_LEVEL: 'warn',
		...META_SETTINGS,
		...whatsApp.trust.env,
	},
	whatsApp.trust.execArgv.join(' '),
	{
		underWay: () => journal.last(),
		mostDeaths: Number(values.deaths),
		async died({ lived }) {
			say(`${seconds()} s: the gateway ended, and is started again`);
			ended ||= target.deaths.length > Number(values.deaths);
			// One that does not live long may have met again what ended it: the server sends it no more.
			if (lived < 10_000) for (const { account } of accounts) await whatsApp.dropPending(account);
		},
	},
);
const backgroundTraffic = await startBackgroundTraffic(target, whatsApp, arrivals);
const linking = parts.some((part) => part === 'frames' || part === 'files');
accounts.push(...(await createAttackedAccounts(target, whatsApp, linking ? Number(values.accounts) : 0)));
say(`seed ${seed}: ${accounts.length} attacked accounts are linked after ${seconds()} s`);
await new Promise((resolve) => setTimeout(resolve, WARM * 1000));
target.memory.length = 0;

const field: FuzzContext = {
	...{ seed, target, whatsApp, front, accounts, journal },
	canary: `127.0.0.1:${(canary.address() as AddressInfo).port}`,
	isOver: () => isOver() || target.deaths.length > Number(values.deaths),
};
const planned = Object.fromEntries(parts.map((part) => [part, numbersOf(part)])) as Partial<
	Record<Part, Numbers>
>;
const RUNS = { frames: runFrames, files: runFiles, webhooks: runWebhooks, answers: runAnswers };
const sentOf = (part: Part): number =>
	[...(journal.counts.get(part) ?? [])].reduce(
		(sum, [kind, count]) => (kind.startsWith('(') ? sum : sum + count),
		0,
	);
const sent = (): number => parts.reduce((sum, part) => sum + sentOf(part), 0);
const telling = setInterval(() => {
	const counts = parts.map((part) => `${part} ${sentOf(part)}`).join(', ');
	say(`${seconds()} s: ${counts}; memory ${formatMegabytes(target.memory.at(-1) ?? 0)}`);
}, TELL * 1000);

/** Some parts wait most of the time: they are done beside others. */
await Promise.all([inOrder('frames', 'webhooks').catch(failed), inOrder('files', 'answers').catch(failed)]);
clearInterval(telling);
backgroundTraffic.stop();
await new Promise((resolve) => setTimeout(resolve, IN_TIME + 1000));

const { requests } = await whatsApp.mediaRequests();
const elsewhere = requests.filter(({ host }) => !/^[\w.-]+\.whatsapp\.net$/.test(host));
const verdicts = evaluateRules({
	...{ deaths: target.deaths, arrivals, memory: target.memory, findings: target.findings },
	astray: [...visits, ...elsewhere.map(({ host, path }) => `${host} ${path.slice(0, 60)}`)],
	planned: Object.values(planned).reduce((sum, one) => sum + one.planned, 0),
	sent: sent(),
});
ended = true;
backgroundTraffic.close();
await target.close();
front.close();
canary.close();
await meta.close();
await whatsApp.close();
say(report(journal, verdicts));
const broken = verdicts.filter((one) => one.broken.length > 0).length;
say(`${verdicts.length - broken} passed, ${broken} failed after ${seconds()} s (repeat with --seed ${seed})`);
process.exit(broken === 0 ? 0 : 1);

async function inOrder(...names: Part[]): Promise<void> {
	for (const name of names) {
		const numbers = planned[name];
		if (numbers === undefined || field.isOver()) continue;
		await RUNS[name](field, numbers);
		say(`${seconds()} s: ${name} are done`);
	}
}

function failed(error: unknown): void {
	say(
		`${seconds()} s: a part could not go on: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
	);
}

function numbersOf(part: Part): Numbers {
	if (values.case !== undefined) return onlyCaseNumbers(values.case.split(',').map(Number), field.isOver);
	return caseNumbersUpTo(Number(values[part]), () => field.isOver());
}

function partNamed(name: string): Part {
	const part = PARTS.find((one) => one === name);
	if (part === undefined) throw new Error(`--only takes ${PARTS.join(', ')}.`);
	return part;
}
