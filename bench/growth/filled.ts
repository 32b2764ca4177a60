import { createConnectedInstance, registerWebhook } from '../server/client.ts';
import type { Engine, Storage } from '../server/engine.ts';
import { startGateway } from '../server/gateway.ts';
import { openDatabase, type Database } from './database.ts';
import { chatsOf, fillHistory, type Owners } from './fill.ts';

/** A database of a stopped gateway with many messages. */
export interface Filled {
	messages: number;
	chats: number;
	storage: Storage;
	owners: Owners;
	database: Database;
	remove(): Promise<void>;
}

const INSTANCES = 8;
/** The events of a sent message, each of which is delivered. */
export const EVENTS = ['message.sent', 'message.delivered', 'message.read'] as const;

/** Lets a gateway create its database, with instances and a webhook, and fills it. */
export async function createFilled(engine: Engine, messages: number, receiverUrl: string): Promise<Filled> {
	const storage = await engine.createStorage();
	const owners = await createOwners(storage, receiverUrl);
	const database = await openDatabase(storage);
	await fillHistory(database, owners, messages, Date.now());
	return {
		messages,
		chats: chatsOf(messages),
		storage,
		owners,
		database,
		async remove() {
			await database.close();
			await storage.remove();
		},
	};
}

async function createOwners(storage: Storage, receiverUrl: string): Promise<Owners> {
	const gateway = await startGateway(storage);
	try {
		const { id: webhookId } = await registerWebhook(gateway, `${receiverUrl}/hook`, EVENTS);
		const instanceIds: string[] = [];
		for (let number = 1; number <= INSTANCES; number += 1) {
			instanceIds.push(await createConnectedInstance(gateway, `Shop ${number}`));
		}
		return { instanceIds, webhookId };
	} finally {
		await gateway.end('SIGTERM');
	}
}
