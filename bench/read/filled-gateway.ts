import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { startGateway } from '../../conformance/server/gateway-process.ts';
import { createClient, createConnectedInstance, type Client } from '../server/client.ts';
import { fillMessages } from './fill.ts';
import { CHAT_SIZE, contactName, contactPhone } from './people.ts';

/** A gateway with many messages of one instance. */
export interface FilledGateway {
	url: string;
	key: string;
	instanceId: string;
	/** Existing ids, phones and names, spread over the whole database; each turn returns another one. */
	messageAt(turn: number): string;
	phoneAt(turn: number): string;
	nameAt(turn: number): string;
	stop(): Promise<unknown>;
}

/** A large prime, which spreads the turns over the database. */
const STRIDE = 7919;

/** Lets a gateway create its database, fills it with `messages` messages, and starts the gateway on it. */
export async function startFilledGateway(messages: number): Promise<FilledGateway> {
	const first = await startGateway();
	const instanceId = await createInstanceWithMessage(createClient(first.url, first.key));
	await first.stop('keep');
	const ids = fillMessages(first.folder, [instanceId], messages);
	const gateway = await startGateway({}, first.folder);
	await waitForIndex(first.folder);
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

/** Milliseconds between two looks at the index of texts. */
const LOOK_INTERVAL = 1000;

/** Waits until the gateway has added all messages to its index of texts. */
export async function waitForIndex(folder: string): Promise<void> {
	const db = new DatabaseSync(path.join(folder, 'gateway.db'), { readOnly: true });
	const finished = db.prepare('select 1 from message_index_coverage where covered_from = 0');
	while (finished.get() === undefined) await elapsed(LOOK_INTERVAL);
	db.close();
}

/** Creates an instance with one received message: the rows that are copied. Returns the id of the instance. */
export async function createInstanceWithMessage(client: Client): Promise<string> {
	const id = await createConnectedInstance(client, 'Bench');
	const message = { from: contactPhone(0), contactName: contactName(0), content: 'Is it open on Sunday?' };
	await client.must('POST', `/simulator/v1/instances/${id}/messages`, message);
	return id;
}
