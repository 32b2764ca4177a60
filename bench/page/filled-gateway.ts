import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { startGateway, type GatewayProcess } from '../../conformance/server/gateway-process.ts';
import { fillMessages } from '../read/fill.ts';
import { createInstanceWithMessage, waitForIndex } from '../read/filled-gateway.ts';
import { contactName, contactPhone } from '../read/people.ts';
import { fillDatabase } from '../read/rows.ts';
import { createClient, createConnectedInstance, registerWebhook, type Client } from '../server/client.ts';
import { createInstances, createOfficialInstance } from '../server/create-instances.ts';
import { fillEvents } from './fill-events.ts';
import { fillHistory } from './fill-history.ts';

export interface FilledGateway {
	gateway: GatewayProcess;
	/** The instance with half of the chats. */
	instanceId: string;
	/** An instance that is connected through the official API. */
	officialId: string;
	groupId: string;
	webhookId: string;
	messageId: string;
	deliveryId: string;
}

export interface Sizes {
	messages: number;
	deliveries: number;
	instances: number;
}

/** Groups of the instance with half of the chats. */
const GROUPS = 200;
/** Every so many instances one was removed on its phone, so that an alert of it fires. */
const LOST_EVERY = 15;
/** Requests at the same time. */
const CONCURRENCY = 4;
/** Milliseconds between two polls for background work of the gateway. */
const LOOK_INTERVAL = 500;

/** Starts a gateway with this number of messages, webhook deliveries and instances. */
export async function startFilledGateway(sizes: Sizes): Promise<FilledGateway> {
	const first = await startGateway();
	const receiver = await startReceiver();
	const client = createClient(first.url, first.key);
	const instanceId = await createInstanceWithMessage(client);
	const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
	const { id: webhookId } = await registerWebhook(client, url, ['message.received']);
	await deliverOne(client, instanceId, webhookId);
	const officialId = await createOfficialInstance(client, 'Official');
	const groupId = await createGroups(client, instanceId);
	const creation = { create: createConnectedInstance, concurrency: CONCURRENCY };
	const others = await createInstances([client], sizes.instances - 2, creation);
	const lost = others.filter((_id, index) => index % LOST_EVERY === 0);
	for (const id of lost) await client.must('POST', `/simulator/v1/instances/${id}/logout`);
	await waitFor(first.folder, `select count(*) = ${lost.length} from alerts`);
	await first.stop('keep');
	receiver.close();
	const ids = fillMessages(first.folder, [instanceId, ...others], sizes.messages);
	const deliveryId = fillDatabase(first.folder, (db) => {
		const last = fillEvents(db, sizes.deliveries);
		fillHistory(db);
		return last;
	});
	const gateway = await startGateway({}, first.folder);
	await waitForIndex(first.folder);
	await waitFor(first.folder, 'select count(*) >= 24 from ledger_hours');
	return { gateway, instanceId, officialId, groupId, webhookId, messageId: ids.at(-1) ?? '', deliveryId };
}

/** Starts a receiver that answers as n8n does. */
async function startReceiver(): Promise<Server> {
	const receiver = createServer((request, response) => {
		request.resume();
		response.end('{"message":"Workflow was started"}');
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	return receiver;
}

/** Lets the webhook receive the message whose event, delivery and attempt are copied. */
async function deliverOne(client: Client, instanceId: string, webhookId: string): Promise<void> {
	const message = { from: contactPhone(0), contactName: contactName(0), content: 'Is it open on Sunday?' };
	await client.must('POST', `/simulator/v1/instances/${instanceId}/messages`, message);
	for (;;) {
		const deliveries = await client.must('GET', `/v1/webhooks/${webhookId}/deliveries?status=success`);
		if ((deliveries as { data: { deliveries: unknown[] } }).data.deliveries.length > 0) return;
		await elapsed(LOOK_INTERVAL);
	}
}

/** Creates groups of an instance. Returns the id of the last one. */
async function createGroups(client: Client, instanceId: string): Promise<string> {
	let id = '';
	for (let number = 1; number <= GROUPS; number += 1) {
		const group = { from: contactPhone(0), name: `Group ${number}` };
		const created = await client.must('POST', `/simulator/v1/instances/${instanceId}/groups`, group);
		({ id } = (created as { data: { id: string } }).data);
	}
	return id;
}

/** Waits until a query of the database of a running gateway returns 1. */
async function waitFor(folder: string, query: string): Promise<void> {
	const db = new DatabaseSync(path.join(folder, 'gateway.db'), { readOnly: true });
	const statement = db.prepare(`select (${query}) as holds`);
	while (statement.get()?.holds !== 1) await elapsed(LOOK_INTERVAL);
	db.close();
}
