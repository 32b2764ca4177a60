import { startGateway } from '../../conformance/server/gateway-process.ts';
import { fill } from './fill.ts';
import { CHAT_SIZE, contactName, contactPhone } from './people.ts';

/** A gateway that serves a database with many messages of one instance. */
export interface FilledGateway {
	url: string;
	key: string;
	instanceId: string;
	/** Ids, phones and names that are there, another one each turn, from all over the database. */
	messageAt(turn: number): string;
	phoneAt(turn: number): string;
	nameAt(turn: number): string;
	stop(): Promise<unknown>;
}

/** A large prime, to step through the database without a pattern. */
const STRIDE = 7919;

/** Lets a gateway make its database, fills it with as many messages, and serves it. */
export async function serveFilled(messages: number): Promise<FilledGateway> {
	const first = await startGateway();
	const instanceId = await createConnectedInstance(first.url, first.key);
	await first.stop('keep');
	const ids = fill(first.folder, instanceId, messages);
	const gateway = await startGateway({}, first.folder);
	const chats = Math.ceil(messages / CHAT_SIZE);
	return {
		url: gateway.url,
		key: gateway.key,
		instanceId,
		messageAt: (turn) => ids[(turn * STRIDE) % ids.length] ?? '',
		phoneAt: (turn) => contactPhone((turn * STRIDE) % chats),
		nameAt: (turn) => encodeURIComponent(contactName((turn * STRIDE) % chats)),
		stop: () => gateway.stop(),
	};
}

/** An instance with one chat, whose rows are what all others are copies of. */
export async function createConnectedInstance(url: string, key: string): Promise<string> {
	const post = async (path: string, body?: unknown): Promise<unknown> => {
		const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
		const init = body === undefined ? {} : { body: JSON.stringify(body) };
		const response = await fetch(url + path, { method: 'POST', headers, ...init });
		if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
		return response.json();
	};
	const created = (await post('/v1/instances', { name: 'Bench' })) as { data: { id: string } };
	const { id } = created.data;
	await post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
	await post(`/simulator/v1/instances/${id}/scan`);
	const message = { from: contactPhone(0), contactName: contactName(0), content: 'Is it open on Sunday?' };
	await post(`/simulator/v1/instances/${id}/messages`, message);
	return id;
}
