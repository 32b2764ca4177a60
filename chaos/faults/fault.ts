import type { PostgresServer } from '../../postgres/server.ts';
import type { Fleet } from '../fleet.ts';
import type { Recorder } from '../history/recorder.ts';
import { pause } from '../load/request.ts';
import type { Random } from '../random.ts';

/** What a fault may touch. */
export interface Target {
	fleet: Fleet;
	/** Null on SQLite. */
	database: PostgresServer | null;
	recorder: Recorder;
	random: Random;
}

/** Longest and shortest time gateways work between two faults, in milliseconds. */
const CALM = [150, 900] as const;
/** How often a gateway is killed once more while it starts, and the longest time it has had, in milliseconds. */
const IN_START = 0.15;
const START = 500;
/** How long the database stands still, in milliseconds. */
const STANDSTILL = [100, 2500] as const;
const LATENCIES = ['0,0,0', '1,2,3', '10,20,40'] as const;

/** One cycle: lets the gateways work for a moment, lets something happen to them, and gets them going again. */
export async function cycle(target: Target): Promise<void> {
	const { fleet, random } = target;
	await pause(random.whole(...CALM));
	await happen(target);
	await fleet.any(random);
}

/** Does one thing at random; resolves when everything is started again. */
async function happen(target: Target): Promise<void> {
	const { fleet, database, random } = target;
	if (database === null || random.chance(0.6)) {
		const all = fleet.size === 1 || random.chance(0.35);
		const indexes = all ? [...Array(fleet.size).keys()] : [random.whole(0, fleet.size - 1)];
		await killGateways(target, indexes);
		return;
	}
	if (random.chance(0.4)) {
		await noted(target, 'the database stands still', async () => {
			database.pause();
			await pause(random.whole(...STANDSTILL));
			database.resume();
		});
		return;
	}
	const how = random.pick(['in order', 'killed'] as const);
	await noted(target, `the database is restarted, ${how}`, () => database.restart(how));
}

/** Kills gateways and starts them again; now and then once more, before they are ready. */
async function killGateways(target: Target, indexes: readonly number[]): Promise<void> {
	const { fleet, random } = target;
	const kill = (when: string): Promise<void> =>
		noted(target, `kill -9 of gateway ${indexes.join(' and ')}${when}`, async () => {
			await Promise.all(indexes.map((index) => fleet.end(index, 'SIGKILL')));
		});
	await kill('');
	if (random.chance(IN_START)) {
		await Promise.all(indexes.map((index) => fleet.start(index, {})));
		await pause(random.whole(0, START));
		await kill(' while it starts');
	}
	const settings = { GATEWAY_SIMULATOR_LATENCY_MS: random.pick(LATENCIES) };
	const started = await Promise.all(indexes.map((index) => fleet.start(index, settings)));
	await Promise.all(started.map(({ ready }) => ready));
}

/** Lets something happen and notes from when to when. */
async function noted({ recorder }: Target, what: string, happening: () => Promise<void>): Promise<void> {
	const at = recorder.now();
	await happening();
	recorder.note({ kind: 'fault', what, at, until: recorder.now() });
}
