import { measure } from './read/measure.ts';
import { QUERIES } from './read/queries.ts';
import { startFilledGateway, type FilledGateway } from './read/filled-gateway.ts';
import { percentile } from './statistics.ts';

/**
 * `npm run bench:read`: requests pages of history and chats alternately from gateways with 10,000 and 1,000,000
 * messages. At the 99th percentile, a page of the large database may take 1.5 times as long as one of the small, unless
 * its query has a limit of its own.
 */
const SMALL = 10_000;
const LARGE = 1_000_000;
const LIMIT = 1.5;
/** Requests of each kind to each gateway. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? '1000');

const gateways: FilledGateway[] = [];
try {
	for (const messages of [SMALL, LARGE]) {
		const startedAt = performance.now();
		gateways.push(await startFilledGateway(messages));
		const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
		process.stdout.write(`${messages.toLocaleString('en')} messages stored (${seconds} s)\n`);
	}
	const [small, large] = gateways;
	if (small === undefined || large === undefined) throw new Error('Two gateways are required.');
	let failed = 0;
	process.stdout.write(
		`\n${'page'.padEnd(34)}${'p50 10k'.padStart(10)}${'p50 1M'.padStart(10)}${'p99 10k'.padStart(10)}${'p99 1M'.padStart(10)}${'ratio'.padStart(8)}${'limit'.padStart(8)}\n`,
	);
	for (const query of QUERIES) {
		const [ours, theirs] = await measure(query, [small, large], ROUNDS);
		const ratio = percentile(theirs, 99) / percentile(ours, 99);
		const limit = query.limit ?? LIMIT;
		const holds = ratio <= limit;
		if (!holds) failed += 1;
		const verdict = holds ? 'ok' : 'OVER THE LIMIT';
		process.stdout.write(
			`${row(query.name, ours, theirs, ratio)}${limit.toFixed(1).padStart(8)}   ${verdict}\n`,
		);
	}
	process.stdout.write(`${QUERIES.length - failed} passed, ${failed} failed\n`);
	process.exitCode = failed === 0 ? 0 : 1;
} finally {
	for (const gateway of gateways) await gateway.stop();
}

function row(name: string, small: readonly number[], large: readonly number[], ratio: number): string {
	const times = [percentile(small, 50), percentile(large, 50), percentile(small, 99), percentile(large, 99)];
	const cells = times.map((time) => `${time.toFixed(2)} ms`.padStart(10)).join('');
	return `${name.padEnd(34)}${cells}${ratio.toFixed(2).padStart(8)}`;
}
