import { Agent, get } from 'node:http';
import type { FilledGateway } from './filled-gateway.ts';
import type { Query } from './queries.ts';

/** Milliseconds of each request, shortest first. */
export type Figures = readonly number[];

/** Requests of each kind that are sent before any is counted. */
const WARM_UP = 100;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Asks the gateways in turns, one request at a time, so that whatever else the machine does befalls all alike. */
export async function measure(
	query: Query,
	[small, large]: readonly [FilledGateway, FilledGateway],
	rounds: number,
): Promise<readonly [Figures, Figures]> {
	const ofSmall: number[] = [];
	const ofLarge: number[] = [];
	for (let turn = -WARM_UP; turn < rounds; turn += 1) {
		const first = await ask(small, query, turn + WARM_UP);
		const second = await ask(large, query, turn + WARM_UP);
		if (turn < 0) continue;
		ofSmall.push(first);
		ofLarge.push(second);
	}
	return [ofSmall.toSorted((a, b) => a - b), ofLarge.toSorted((a, b) => a - b)];
}

export function percentile(figures: Figures, percent: number): number {
	return figures[Math.ceil((figures.length * percent) / 100) - 1] ?? Number.NaN;
}

function ask(gateway: FilledGateway, query: Query, turn: number): Promise<number> {
	const target = query.target(gateway, turn);
	const headers = { authorization: `Bearer ${gateway.key}` };
	const begun = performance.now();
	return new Promise((resolve, reject) => {
		get(`${gateway.url}${target}`, { agent, headers }, (response) => {
			response.resume();
			response.once('error', reject);
			response.once('end', () => {
				if (response.statusCode === 200) resolve(performance.now() - begun);
				else reject(new Error(`${target} was answered with ${String(response.statusCode)}.`));
			});
		}).once('error', reject);
	});
}
