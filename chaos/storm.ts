import { connectedInstance, registeredWebhook } from '../bench/server/client.ts';
import type { Place } from '../bench/server/engine.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { cycle } from './faults/fault.ts';
import { createFleet } from './fleet.ts';
import type { Recorder } from './history/recorder.ts';
import { startAsking } from './load/asker.ts';
import { writeTo } from './load/sender.ts';
import { writeToInstance } from './load/stranger.ts';
import type { World } from './load/world.ts';
import type { Random } from './random.ts';
import { startReceiver } from './receiver.ts';
import { noteStored, settled } from './settle.ts';
import { WEBHOOKS, webhooksOf } from './webhooks.ts';

const INSTANCES = 4;
/** Chats of an instance: each kind of recipient there is on the simulated network, and more that simply read. */
const ENDINGS = ['0000', '0001', '0002', '0003', '1001', '1002'] as const;
/** Attempts follow one another quickly, and there are so many that kills do not use them up. */
const RETRIES = ['0s', '50ms', '100ms', ...Array<string>(40).fill('300ms')].join(',');

export interface StormOptions {
	/** One a gateway, all on the same database. */
	places: readonly Place[];
	database: PostgresServer | null;
	cycles: number;
	recorder: Recorder;
	random: Random;
	progress(line: string): void;
}

/** Lets gateways work under load through all cycles of faults, and come to rest; the recorder has what was seen. */
export async function storm(options: StormOptions): Promise<void> {
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
			const { secret } = await registeredWebhook(first, `${receiver.url}${path}`, events);
			receiver.trust(path, secret);
		}
		const instances: string[] = [];
		for (let number = 1; number <= INSTANCES; number += 1) {
			instances.push(await connectedInstance(first, `Storm ${number}`));
		}

		const state = { over: false };
		const world = (): World => ({ fleet, recorder, random: random.fork(), goesOn: () => !state.over });
		const load = makeLoad(instances, world);
		// Awaited below, unless a cycle fails before: then that is what has to be told.
		load.catch(() => undefined);
		for (let number = 1; number <= options.cycles; number += 1) {
			await cycle({ fleet, database, recorder, random });
			if (number % 10 === 0) options.progress(`${number} of ${options.cycles} cycles`);
		}
		state.over = true;
		await load;
		receiver.calm();
		await settled(recorder, webhooksOf);
		const last = await fleet.any(random);
		for (const instanceId of instances) await noteStored(last, instanceId, recorder);
	} finally {
		await fleet.endAll('SIGKILL');
		await receiver.close();
	}
}

/** Everybody writes and asks at the same time; resolves when all of them were told to stop and have done so. */
async function makeLoad(instances: readonly string[], world: () => World): Promise<void> {
	const asker = startAsking(world());
	const onAccepted = (messageId: string): void => {
		asker.follow(messageId);
	};
	const people = instances.flatMap((instanceId) => [
		...ENDINGS.map((ending) => writeTo({ instanceId, to: `49151${ending}${ending}` }, world(), onAccepted)),
		...['4917100000', '4917100001'].map((from) => writeToInstance(instanceId, from, world())),
	]);
	await Promise.all([asker.done, ...people]);
}
