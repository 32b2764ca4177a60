import pg from 'pg';
import { prepareCycle, runCycle, type CycleTarget } from './cycle/run-cycle.ts';
import { startLoad } from './load/start-load.ts';
import { openEngine } from './server/engine.ts';
import { startGateway } from './server/gateway.ts';
import { processorTime } from './server/process-figures.ts';
import { startReceiver } from './server/start-receiver.ts';
import { sum } from './statistics.ts';
import { describeWrites, readWrites } from './writes/database-writes.ts';

/**
 * `npm run bench:writes`: the cost of a message with three events and three deliveries on one PostgreSQL server, at a
 * steady rate: bytes of the write-ahead log, transactions, rows that wait for vacuum, and the size of tables and
 * indexes.
 */
const COUNTS = [1, 2] as const;
const RATE = 200;
const SECONDS = Number(process.env.BENCH_SECONDS ?? '15');
const INSTANCES = 8;

const engine = await openEngine('postgres');
try {
	for (const count of COUNTS) process.stdout.write(`${await measure(count)}\n`);
} finally {
	await engine.stop();
}

/** Returns the costs with this many gateways as text. */
async function measure(count: number): Promise<string> {
	const first = await engine.createStorage();
	const storages = [first];
	while (storages.length < count) storages.push(await engine.createStorage(first.settings));
	const { receiver, url } = await startReceiver();
	const client = new pg.Client(first.settings.DATABASE_URL);
	await client.connect();
	const targets: CycleTarget[] = [];
	try {
		for (const storage of storages) targets.push({ gateway: await startGateway(storage), load: startLoad() });
		const [target] = targets;
		if (target === undefined) throw new Error('No gateway was started.');
		const instances = await prepareCycle(target.gateway, url, INSTANCES);
		await runCycle(targets, receiver, instances, { seconds: 2, rate: RATE });
		// Without vacuum all rows that wait for it are counted. The first write to a page after a checkpoint is long.
		await client.query('alter table messages set (autovacuum_enabled = false)');
		await client.query('alter table deliveries set (autovacuum_enabled = false)');
		await client.query('checkpoint');
		const used = (): number => sum(targets.map(({ gateway }) => processorTime(gateway.pid)));
		const [before, gateways, database] = [await readWrites(client), used(), engine.processorTime()];
		const { total } = await runCycle(targets, receiver, instances, { seconds: SECONDS, rate: RATE });
		const cost = [used() - gateways, engine.processorTime() - database];
		const [ours = 0, theirs = 0] = cost.map((seconds) => (seconds / total) * 1000);
		return [
			`${count} ${count === 1 ? 'gateway' : 'gateways'}, ${total} messages at ${RATE}/s, of one message:`,
			`  processor time of gateways + database: ${ours.toFixed(2)} + ${theirs.toFixed(2)} ms`,
			...describeWrites(before, await readWrites(client), total),
		].join('\n');
	} finally {
		await client.end();
		for (const { gateway, load } of targets) {
			await gateway.end('SIGKILL');
			await load.end();
		}
		await receiver.end();
		for (const storage of storages) await storage.remove();
	}
}
