import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { temporaryFolder } from '../../../gateway/test/support/data-folder.ts';
import {
	runGateway,
	startGatewayProcess,
	type Finished,
	type GatewayProcess,
} from '../../../gateway/test/support/gateway-process.ts';
import { API_KEY, connectedInstance } from '../../../gateway/test/support/gateway.ts';
import { startReceiver, type Receiver } from '../../../gateway/test/support/servers/receiver.ts';
import { ANSWERS } from './answers.ts';

export const NUMBER = '4915112345678';
export const PHONES = { ada: { number: NUMBER, name: 'Ada' }, bob: { number: '4915112345679', name: 'Bob' } };

/** Of the suite that runs: the gateway, its data folder, its instance, and the folder of the scenario files. */
export let gateway: GatewayProcess;
export let dataFolder: string;
export let instanceId: string;
export let files: string;

/**
 * Starts a gateway that plays scenarios for all tests of a file. The receiver of its webhook replies to every text with
 * an echo over the API, as a workflow in n8n does.
 */
export function useGatewayForScenarios(): void {
	let receiver: Receiver;
	let removeData: () => Promise<void>;

	beforeAll(async () => {
		({ folder: dataFolder, remove: removeData } = await temporaryFolder());
		files = await mkdtemp(path.join(tmpdir(), 'scenarios-'));
		gateway = await startGatewayProcess(dataFolder, { GATEWAY_SIMULATOR_LATENCY_MS: '1,1,1' });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		receiver.answer((response, received) => {
			response.end();
			if (received.at('data.type') !== 'text' || received.at('data.content') === 'Be quiet') return;
			const answer = ANSWERS[String(received.at('data.content'))];
			if (answer !== undefined) {
				void answer(gateway, received);
				return;
			}
			void gateway.post('/v1/messages/send', {
				instanceId: received.at('data.instanceId'),
				to: String(received.at('data.chatId')).replace('@s.whatsapp.net', ''),
				message: `Echo: ${String(received.at('data.content'))}`,
			});
		});
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.end('SIGTERM');
		await removeData();
		await rm(files, { recursive: true });
	});
}

/** Writes a scenario to a file; returns its path. */
export async function scenarioFile(scenario: unknown, name = 'test.scenario.json'): Promise<string> {
	const file = path.join(files, name);
	await writeFile(file, typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
	return file;
}

/** Returns a scenario of these steps. */
export function scenarioOf(steps: readonly unknown[], rest: Record<string, unknown> = {}): object {
	return { scenario: 1, name: 'A conversation', instance: 'Shop', phones: PHONES, steps, ...rest };
}

/** Runs the command simulate on the gateway of the suite. */
export function simulate(...args: string[]): Promise<Finished> {
	return runGateway(['simulate', ...args, '--gateway', gateway.url], { GATEWAY_API_KEY: API_KEY });
}

/** Plays a scenario of these steps. */
export async function play(steps: readonly unknown[], rest?: Record<string, unknown>): Promise<Finished> {
	return simulate(await scenarioFile(scenarioOf(steps, rest)));
}
