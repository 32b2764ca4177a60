import { Agent, get } from 'node:http';
import type { FilledGateway } from './filled-gateway.ts';
import type { Query } from './queries.ts';

/** Requests of each kind before the measurement. */
const WARM_UP = 100;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends the requests alternately to both gateways, so that other load on the machine affects both. Returns milliseconds. */
export async function measure(
	query: Query,
	[small, large]: readonly [FilledGateway, FilledGateway],
	rounds: number,
): Promise<readonly [number[], number[]]> {
	const ofSmall: number[] = [];
	const ofLarge: number[] = [];
	for (let turn = -WARM_UP; turn < rounds; turn += 1) {
		const first = await measureRequest(small, query, turn + WARM_UP);
		const second = await measureRequest(large, query, turn + WARM_UP);
		if (turn < 0) continue;
		ofSmall.push(first);
		ofLarge.push(second);
	}
	return [ofSmall, ofLarge];
}

function measureRequest(gateway: FilledGateway, query: Query, turn: number): Promise<number> {
	const target = query.target(gateway, turn);
	const headers = { authorization: `Bearer ${gateway.key}` };
	const startedAt = performance.now();
	return new Promise((resolve, reject) => {
		get(`${gateway.url}${target}`, { agent, headers }, (response) => {
			response.resume();
			response.once('error', reject);
			response.once('end', () => {
				if (response.statusCode === 200) resolve(performance.now() - startedAt);
				else reject(new Error(`${target} got the status ${String(response.statusCode)}.`));
			});
		}).once('error', reject);
	});
}
