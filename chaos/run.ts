import { createConnectedInstance, registerWebhook } from '../bench/server/client.ts';
import type { Storage } from '../bench/server/engine.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { cycle } from './faults/fault.ts';
import { createFleet } from './fleet.ts';
import type { Recorder } from './history/recorder.ts';
import { startStatusPoller } from './load/status-poller.ts';
import { sendToChat } from './load/sender.ts';
import { sendInbound } from './load/inbound-sender.ts';
import type { LoadContext } from './load/load-context.ts';
import type { Random } from './random.ts';
import { startReceiver } from './receiver.ts';
import { recordStoredMessages, waitForQuiescence } from './quiescence.ts';
import { WEBHOOKS, webhooksFor } from './webhooks.ts';

const INSTANCES = 4;
/** Chats of an instance: each kind of recipient there is on the simulated network, and more that simply read. */
const ENDINGS = ['0000', '0001', '0002', '0003', '1001', '1002'] as const;
/** Attempts follow one another quickly, and there are so many that kills do not use them up. */
const RETRIES = ['0s', '50ms', '100ms', ...Array<string>(40).fill('300ms')].join(',');

export interface RunOptions {
	/** One a gateway, all on the same database. */
	places: readonly Storage[];
	database: PostgresServer | null;
	cycles: number;
	recorder: Recorder;
	random: Random;
	progress(line: string): void;
}

/** Lets gateways work under load through all cycles of faults, and come to rest; the recorder has what was seen. */
export async function runChaos(options: RunOptions): Promise<void> {
	const { places, database, recorder, random } = options;
	const receiver = await startReceiver(recorder, random.fork());
	const settings = { GATEWAY_RETRY_SCHEDULE: RETRIES, GATEWAY_LOG_LEVEL: 'warn' };
	const fleet = createFleet(places, settings, (gateway, log) => {
		recorder.note({ kind: 'death', gateway, log });
	});
	try {
		for (const index of places.keys()) await (await fleet.start(index, {})).ready;
		const first = await fleet.any(random);
		for (const [path, events] of Object.entries(WEBHOOKS)) {
			const { secret } = await registerWebhook(first, `${receiver.url}${path}`, events);
			receiver.trust(path, secret);
		}
		const instances: string[] = [];
		for (let number = 1; number <= INSTANCES; number += 1) {
			instances.push(await createConnectedInstance(first, `Storm ${number}`));
		}

		const state = { over: false };
		const loadContext = (): LoadContext => ({
			fleet,
			recorder,
			random: random.fork(),
			goesOn: () => !state.over,
		});
		const load = makeLoad(instances, loadContext);
		// Awaited below, unless a cycle fails before: then that is what has to be told.
		load.catch(() => undefined);
		for (let number = 1; number <= options.cycles; number += 1) {
			await cycle({ fleet, database, recorder, random });
			if (number % 10 === 0) options.progress(`${number} of ${options.cycles} cycles`);
		}
		state.over = true;
		await load;
		receiver.calm();
		await waitForQuiescence(recorder, webhooksFor);
		const last = await fleet.any(random);
		for (const instanceId of instances) await recordStoredMessages(last, instanceId, recorder);
	} finally {
		await fleet.endAll('SIGKILL');
		await receiver.close();
	}
}

/** Everybody writes and asks at the same time; resolves when all of them were told to stop and have done so. */
async function makeLoad(instances: readonly string[], loadContext: () => LoadContext): Promise<void> {
	const asker = startStatusPoller(loadContext());
	const onAccepted = (messageId: string): void => {
		asker.follow(messageId);
	};
	const people = instances.flatMap((instanceId) => [
		...ENDINGS.map((ending) =>
			sendToChat({ instanceId, to: `49151${ending}${ending}` }, loadContext(), onAccepted),
		),
		...['4917100000', '4917100001'].map((from) => sendInbound(instanceId, from, loadContext())),
	]);
	await Promise.all([asker.done, ...people]);
}
