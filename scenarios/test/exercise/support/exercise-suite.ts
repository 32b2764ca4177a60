import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { temporaryFolder } from '../../../../gateway/test/support/data-folder.ts';
import {
	runGateway,
	startGatewayProcess,
	type Finished,
	type GatewayProcess,
} from '../../../../gateway/test/support/gateway-process.ts';
import { API_KEY, connectedInstance } from '../../../../gateway/test/support/gateway.ts';
import { startReceiver, type Receiver } from '../../../../gateway/test/support/receiver.ts';
import type { Report } from '../../../src/exercise/report.ts';
import { BOTS, type BotName } from './bots.ts';

/** Seconds of silence after which the webhook of the bot that collects gets a burst. */
const COLLECT_SECONDS = 1;

const EVENTS = ['message.received', 'message.edited', 'message.deleted'];

/** What came of an exercise: how the command ended, and what it wrote. */
export interface Exercised extends Finished {
	report: Report;
	junit: string;
	/** The scenarios of the failures. */
	scenarios: string[];
}

/** A gateway with one instance, at which one bot after another answers. */
export interface ExerciseSuite {
	gateway: () => GatewayProcess;
	folder: () => string;
	/** Lets a bot answer from now on. */
	useBot: (bot: BotName) => Promise<void>;
	/** Runs the command `exercise` on a file with these fields. */
	exercise: (fields: Record<string, unknown>, ...args: string[]) => Promise<Exercised>;
	/** Runs the command with these arguments. */
	run: (...args: string[]) => Promise<Finished>;
}

/** Gives the tests of a file a gateway whose webhook leads to a bot. */
export function useExerciseSuite(): ExerciseSuite {
	let gateway: GatewayProcess;
	let receiver: Receiver;
	let folder: string;
	let removeData: () => Promise<void>;
	let webhookId: string;
	let bot: BotName = 'silent';
	let count = 0;

	beforeAll(async () => {
		const data = await temporaryFolder();
		removeData = data.remove;
		folder = await mkdtemp(path.join(tmpdir(), 'exercise-'));
		gateway = await startGatewayProcess(data.folder, { GATEWAY_SIMULATOR_LATENCY_MS: '1,1,1' });
		receiver = await startReceiver();
		const instanceId = await connectedInstance(gateway);
		await gateway.patch(`/v1/instances/${instanceId}`, { settings: { takeover: { releaseAfter: '30m' } } });
		const webhook = await gateway.post('/v1/webhooks', { url: receiver.url, events: EVENTS, name: 'bot' });
		webhookId = webhook.text('data.id');
		receiver.answer((response, received) => {
			response.end();
			void BOTS[bot](received, gateway);
		});
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.end('SIGTERM');
		await removeData();
		await rm(folder, { recursive: true });
	});

	const run = (...args: string[]): Promise<Finished> =>
		runGateway(['exercise', ...args, '--gateway', gateway.url], { GATEWAY_API_KEY: API_KEY });

	return {
		gateway: () => gateway,
		folder: () => folder,
		run,
		async useBot(next) {
			bot = next;
			const collects = next === 'careful' || next === 'ignoresEmoji' || next === 'answersStickers';
			const collect = collects ? { seconds: COLLECT_SECONDS } : null;
			const updated = await gateway.put(`/v1/webhooks/${webhookId}`, { collect });
			if (updated.status !== 200) throw new Error(JSON.stringify(updated.body));
		},
		async exercise(fields, ...args) {
			count += 1;
			const at = (name: string): string => path.join(folder, `${count}-${name}`);
			await writeFile(at('exercise.yaml'), JSON.stringify({ exercise: 1, name: 'The bot', ...fields }));
			const reports = ['--json', at('report.json'), '--junit', at('junit.xml'), '--failures', at('failures')];
			const finished = await run(at('exercise.yaml'), ...reports, ...args);
			if (finished.code === 2) throw new Error(finished.stderr);
			const files = await readdir(at('failures')).catch(() => []);
			return {
				...finished,
				report: JSON.parse(await readFile(at('report.json'), 'utf8')) as Report,
				junit: await readFile(at('junit.xml'), 'utf8'),
				scenarios: files.map((file) => path.join(at('failures'), file)),
			};
		},
	};
}
