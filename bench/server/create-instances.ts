import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse, Client } from './client.ts';

/** The options of new instances. */
export interface Creation {
	/** Creates a connected instance. Returns its id. */
	create(gateway: Client, name: string): Promise<string>;
	/** Instances that are created at the same time through each gateway. */
	concurrency: number;
}

/** Attempts to connect an instance, and the milliseconds between two of them. */
const ATTEMPTS = 40;
const PAUSE = 250;

/** Creates connected instances through all gateways in equal parts. Returns their ids. */
export async function createInstances(
	gateways: readonly Client[],
	count: number,
	creation: Creation,
): Promise<string[]> {
	const lanes = gateways.flatMap((gateway) =>
		Array.from({ length: creation.concurrency }, (): Client => gateway),
	);
	const ids = await Promise.all(
		lanes.map(async (gateway, lane) => {
			const own: string[] = [];
			for (let number = lane + 1; number <= count; number += lanes.length) {
				own.push(await creation.create(gateway, `Shop ${number}`));
			}
			return own;
		}),
	);
	return ids.flat();
}

/**
 * Creates an instance and connects it by the official API, which costs much less than a QR code and its picture. Gateways
 * that share instances may hand it over meanwhile: that request gets 503, and is sent again.
 */
export async function createOfficialInstance(gateway: Client, name: string): Promise<string> {
	const { data } = (await gateway.must('POST', '/v1/instances', { name })) as { data: { id: string } };
	const credentials = { businessId: '1', phoneNumberId: '10612345678', accessToken: 'bench' };
	let last: ApiResponse | null = null;
	for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
		last = await gateway.call('POST', `/v1/instances/${data.id}/connect`, {
			method: 'official',
			...credentials,
		});
		if (last.status === 200) return data.id;
		if (last.status !== 503) break;
		await sleep(PAUSE);
	}
	throw new Error(`${name} could not be connected: ${JSON.stringify(last)}`);
}
