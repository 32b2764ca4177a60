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
import { startReceiver, type Receiver } from '../../../../gateway/test/support/servers/receiver.ts';
import type { Report } from '../../../src/exercise/report.ts';
import { BOTS, type BotName } from './bots.ts';

/** Seconds of silence after which the webhook of the bot that collects gets a burst. */
const COLLECT_SECONDS = 1;

/** The bots whose webhooks collect. */
const COLLECTING: readonly BotName[] = ['careful', 'ignoresEmoji', 'answersStickers'];

const OFFICIAL = { method: 'official', businessId: '1', accessToken: 'token' };

const EVENTS = ['message.received', 'message.edited', 'message.deleted', 'message.failed'];

/** The outcome of an exercise: the exit code and the output of the command. */
export interface Exercised extends Finished {
	report: Report;
	junit: string;
	/** The scenarios of the failures. */
	scenarios: string[];
}

/** An instance with a webhook that leads to a bot. */
export interface Site {
	instanceId: string;
	webhookId: string;
	/** Runs the command `exercise` on a file with these fields, with customers that no other exercise has. */
	exercise: (fields: Record<string, unknown>) => Promise<Exercised>;
	/** Lets another bot answer from now on, whose webhook collects for so many seconds if it collects. */
	useBot: (bot: BotName, collectSeconds?: number) => Promise<void>;
}

/** How the instance of a bot is connected. */
export type Connection = 'qrcode' | 'official';

/** A gateway with an instance for each bot, so that exercises can run at the same time: most of each is waiting. */
export interface ExerciseSuite {
	gateway: () => GatewayProcess;
	folder: () => string;
	/** Makes an instance at which a bot answers. */
	siteOf: (bot: BotName, connection?: Connection) => Promise<Site>;
	/** Runs the command `exercise` with these arguments. */
	run: (...args: string[]) => Promise<Finished>;
	/** Plays a scenario of a failure. */
	play: (scenario: string) => Promise<Finished>;
}

/** Starts a gateway with bots for the tests of a file. */
export function useExerciseSuite(): ExerciseSuite {
	let gateway: GatewayProcess;
	let receiver: Receiver;
	let folder: string;
	let removeData: () => Promise<void>;
	let sites = 0;
	let exercises = 0;
	/** By the ids of their instances. */
	const bots = new Map<unknown, BotName>();

	beforeAll(async () => {
		const data = await temporaryFolder();
		removeData = data.remove;
		folder = await mkdtemp(path.join(tmpdir(), 'exercise-'));
		gateway = await startGatewayProcess(data.folder, { GATEWAY_SIMULATOR_LATENCY_MS: '1,1,1' });
		receiver = await startReceiver();
		receiver.answer((response, received) => {
			response.end();
			const bot = bots.get(received.at('data.instanceId')) ?? 'silent';
			void BOTS[bot](received, gateway);
		});
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.end('SIGTERM');
		await removeData();
		await rm(folder, { recursive: true });
	});

	const command = (...args: string[]): Promise<Finished> =>
		runGateway([...args, '--gateway', gateway.url], { GATEWAY_API_KEY: API_KEY });

	async function connect(connection: Connection): Promise<string> {
		sites += 1;
		const name = `Shop ${sites}`;
		if (connection === 'qrcode') return connectedInstance(gateway, name);
		const created = await gateway.post('/v1/instances', { name });
		const id = created.text('data.id');
		const phoneNumberId = String(70_001 + sites * 10);
		await gateway.post(`/v1/instances/${id}/connect`, { ...OFFICIAL, phoneNumberId });
		return id;
	}

	async function exercise(fields: Record<string, unknown>): Promise<Exercised> {
		exercises += 1;
		const at = (name: string): string => path.join(folder, `${exercises}-${name}`);
		const files = {
			exercise: at('exercise.yaml'),
			report: at('report.json'),
			junit: at('junit.xml'),
			failures: at('failures'),
		};
		// Each seed has customers of its own.
		const text = JSON.stringify({ exercise: 1, name: 'The bot', seed: exercises, ...fields });
		await writeFile(files.exercise, text);
		const reports = ['--json', files.report, '--junit', files.junit, '--failures', files.failures];
		const finished = await command('exercise', files.exercise, ...reports);
		if (finished.code === 2) throw new Error(finished.stderr);
		const scenarios = await readdir(files.failures).catch(() => []);
		return {
			...finished,
			report: JSON.parse(await readFile(files.report, 'utf8')) as Report,
			junit: await readFile(files.junit, 'utf8'),
			scenarios: scenarios.map((file) => path.join(files.failures, file)),
		};
	}

	return {
		gateway: () => gateway,
		folder: () => folder,
		run: (...args) => command('exercise', ...args),
		play: (scenario) => command('simulate', scenario),
		async siteOf(first, connection = 'qrcode') {
			const instanceId = await connect(connection);
			await gateway.patch(`/v1/instances/${instanceId}`, { settings: { takeover: { releaseAfter: '30m' } } });
			const webhook = await gateway.post('/v1/webhooks', { url: receiver.url, events: EVENTS, instanceId });
			const webhookId = webhook.text('data.id');
			const useBot = async (bot: BotName, seconds = COLLECT_SECONDS): Promise<void> => {
				bots.set(instanceId, bot);
				const collect = COLLECTING.includes(bot) ? { seconds } : null;
				const updated = await gateway.put(`/v1/webhooks/${webhookId}`, { collect });
				if (updated.status !== 200) throw new Error(JSON.stringify(updated.body));
			};
			await useBot(first);
			return {
				instanceId,
				webhookId,
				useBot,
				exercise: (fields) => exercise({ instance: instanceId, ...fields }),
			};
		},
	};
}
