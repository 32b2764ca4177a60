import { createConnectedInstance } from '../bench/server/client.ts';
import type { Storage } from '../bench/server/engine.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { runCycle } from './faults/fault.ts';
import { recordLedger } from './ledger.ts';
import { createFleet } from './fleet.ts';
import type { Recorder } from './history/recorder.ts';
import { startStatusPoller } from './load/status-poller.ts';
import { takeAndRelease } from './load/person.ts';
import { sendToChat } from './load/sender.ts';
import { sendInbound } from './load/inbound-sender.ts';
import type { LoadContext } from './load/load-context.ts';
import type { Random } from './random.ts';
import { startReceiver } from './receiver.ts';
import { recordStoredMessages, waitForQuiescence } from './quiescence.ts';
import { WEBHOOKS, webhooksFor } from './webhooks.ts';

const INSTANCES = 4;
/** Ends of the phones of an instance: each behavior of the simulated network, and two more that read. */
const ENDINGS = ['0000', '0001', '0002', '0003', '1001', '1002'] as const;
/** Phones whose chats a person and the bot share. */
const SHARED_CHATS = ['4915210011001', '4915210011002'] as const;
/** Short delays, and so many attempts that kills do not use them up. */
const RETRY_SCHEDULE = ['0s', '50ms', '100ms', ...Array<string>(40).fill('300ms')].join(',');

export interface RunOptions {
	/** One per gateway, all on the same database. */
	storages: readonly Storage[];
	database: PostgresServer | null;
	cycles: number;
	recorder: Recorder;
	random: Random;
	progress(line: string): void;
}

/** Runs all cycles under load, then waits until the gateways are idle. The recorder has the history. */
export async function runChaos(options: RunOptions): Promise<void> {
	const { storages, database, recorder, random } = options;
	const receiver = await startReceiver(recorder, random.fork());
	const settings = { GATEWAY_RETRY_SCHEDULE: RETRY_SCHEDULE, GATEWAY_LOG_LEVEL: 'warn' };
	const fleet = createFleet(storages, settings, (gateway, log) => {
		recorder.record({ kind: 'exit', gateway, log });
	});
	try {
		for (const index of storages.keys()) await (await fleet.start(index, {})).ready;
		const first = await fleet.anyReady(random);
		for (const [path, webhook] of Object.entries(WEBHOOKS)) {
			const body = { url: `${receiver.url}${path}`, ...webhook };
			const { data } = (await first.must('POST', '/v1/webhooks', body)) as { data: { secret: string } };
			receiver.setSecret(path, data.secret);
		}
		const instances: string[] = [];
		for (let number = 1; number <= INSTANCES; number += 1) {
			instances.push(await createConnectedInstance(first, `Instance ${number}`));
		}

		const shared = await createConnectedInstance(first, 'Shared with a person');
		const takeover = { releaseAfter: '1h' };
		await first.must('PATCH', `/v1/instances/${shared}`, { settings: { takeover } });

		const state = { finished: false };
		const loadContext = (): LoadContext => ({
			fleet,
			recorder,
			random: random.fork(),
			shouldContinue: () => !state.finished,
		});
		const load = runLoad(instances, shared, loadContext);
		// Awaited below. When a cycle fails first, its error is thrown instead.
		load.catch(() => undefined);
		for (let number = 1; number <= options.cycles; number += 1) {
			await runCycle({ fleet, database, recorder, random });
			if (number % 10 === 0) options.progress(`${number} of ${options.cycles} cycles`);
		}
		state.finished = true;
		await load;
		receiver.stopFaults();
		await waitForQuiescence(recorder, webhooksFor);
		const last = await fleet.anyReady(random);
		for (const instanceId of [...instances, shared]) await recordStoredMessages(last, instanceId, recorder);
		await recordLedger(last, recorder);
	} finally {
		await fleet.endAll('SIGKILL');
		await receiver.close();
	}
}

/** Runs all senders and the poller. Resolves when all have stopped. */
async function runLoad(
	instances: readonly string[],
	shared: string,
	loadContext: () => LoadContext,
): Promise<void> {
	const poller = startStatusPoller(loadContext());
	const onAccepted = (messageId: string): void => {
		poller.follow(messageId);
	};
	const senders = instances.flatMap((instanceId) => [
		...ENDINGS.map((ending) =>
			sendToChat({ instanceId, to: `49151${ending}${ending}` }, loadContext(), onAccepted),
		),
		...['4917100000', '4917100001'].map((from) => sendInbound(instanceId, from, loadContext())),
	]);
	const ofPersons = SHARED_CHATS.map((to) => ({ instanceId: shared, to })).flatMap((chat) => [
		sendToChat(chat, loadContext(), onAccepted),
		takeAndRelease(chat, loadContext()),
	]);
	await Promise.all([poller.done, ...senders, ...ofPersons]);
}
