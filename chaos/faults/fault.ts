import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../../postgres/server.ts';
import type { Fleet } from '../fleet.ts';
import type { Recorder } from '../history/recorder.ts';
import type { Random } from '../random.ts';

/** The targets of faults. */
export interface FaultTarget {
	fleet: Fleet;
	/** Null on SQLite. */
	database: PostgresServer | null;
	recorder: Recorder;
	random: Random;
}

/** Shortest and longest time between two faults, in milliseconds. */
const INTERVAL = [150, 900] as const;
/** Probability that a gateway is killed again while it starts, and the longest time until then in milliseconds. */
const KILL_AGAIN = 0.15;
const START_TIME = 500;
/** Shortest and longest suspension of the database, in milliseconds. */
const SUSPENSION = [100, 2500] as const;
const LATENCIES = ['0,0,0', '1,2,3', '10,20,40'] as const;

/** Runs one cycle: waits a moment, injects a fault, and waits until a gateway is ready again. */
export async function runCycle(target: FaultTarget): Promise<void> {
	const { fleet, random } = target;
	await sleep(random.integer(...INTERVAL));
	await injectFault(target);
	await fleet.anyReady(random);
}

/** Injects a random fault. Resolves when gateways and database are started again. */
async function injectFault(target: FaultTarget): Promise<void> {
	const { fleet, database, random } = target;
	if (database === null || random.chance(0.6)) {
		const all = fleet.size === 1 || random.chance(0.35);
		const indexes = all ? [...Array(fleet.size).keys()] : [random.integer(0, fleet.size - 1)];
		await killGateways(target, indexes);
		return;
	}
	if (random.chance(0.4)) {
		await recordFault(target, 'the database is suspended', async () => {
			database.pause();
			await sleep(random.integer(...SUSPENSION));
			database.resume();
		});
		return;
	}
	const how = random.pick(['in order', 'killed'] as const);
	await recordFault(target, `the database is restarted, ${how}`, () => database.restart(how));
}

/** Kills gateways and starts them again; sometimes kills them a second time before they are ready. */
async function killGateways(target: FaultTarget, indexes: readonly number[]): Promise<void> {
	const { fleet, random } = target;
	const kill = (when: string): Promise<void> =>
		recordFault(target, `kill -9 of gateway ${indexes.join(' and ')}${when}`, async () => {
			await Promise.all(indexes.map((index) => fleet.end(index, 'SIGKILL')));
		});
	await kill('');
	if (random.chance(KILL_AGAIN)) {
		await Promise.all(indexes.map((index) => fleet.start(index, {})));
		await sleep(random.integer(0, START_TIME));
		await kill(' while it starts');
	}
	const settings = { GATEWAY_SIMULATOR_LATENCY_MS: random.pick(LATENCIES) };
	const started = await Promise.all(indexes.map((index) => fleet.start(index, settings)));
	await Promise.all(started.map(({ ready }) => ready));
}

/** Runs a fault and records its time. */
async function recordFault(
	{ recorder }: FaultTarget,
	what: string,
	fault: () => Promise<void>,
): Promise<void> {
	const at = recorder.now();
	await fault();
	recorder.record({ kind: 'fault', what, at, until: recorder.now() });
}
