import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { until } from '../../../gateway/test/support/until.ts';
import type { GatewayCredential } from '../support/credentials.ts';
import type { Gateway } from '../support/gateway.ts';
import { createConnectedInstance, createInstance } from '../support/instances.ts';

/** A gateway with something in it, which all operations of the table are tried on. */
export interface World {
	gateway: Gateway;
	credential: GatewayCredential;
	/** Connected by QR code. */
	instanceId: string;
	/** Connected through the official API. */
	officialId: string;
}

/** One operation put to the test: what is filled in, and what must come of it. */
export interface OperationCase {
	/** The node's parameters as a workflow file holds them, without resource and operation. */
	parameters: INodeParameters;
	/** The items that reach the node; one empty item when left out. */
	input?: INodeExecutionData[];
	/** The items it must put out, each with at least this; all must be paired. */
	output: object[];
	/** What the gateway must hold, or what is in the files. */
	afterwards?: (output: INodeExecutionData[]) => Promise<void> | void;
}

/** Prepares the gateway for an operation. */
export type Arrange = (world: World) => Promise<OperationCase>;

export async function createWorld(gateway: Gateway): Promise<World> {
	const officialId = await createInstance(gateway, 'Official');
	await gateway.request('POST', `/v1/instances/${officialId}/connect`, {
		method: 'official',
		businessId: '1',
		phoneNumberId: '2',
		accessToken: 'token',
	});
	return {
		gateway,
		credential: { baseUrl: gateway.url, apiKey: gateway.apiKey },
		instanceId: await createConnectedInstance(gateway, 'Support'),
		officialId,
	};
}

/** A resource locator by ID. */
export function located(name: string, value: string): INodeParameters {
	return { [name]: { __rl: true, mode: 'id', value } };
}

/** The `data` of an answer of the gateway. */
export async function dataOf<T = IDataObject>({ gateway }: World, path: string): Promise<T> {
	const { body } = await gateway.request<{ data: T }>('GET', path);
	return body.data;
}

/** The history item of a message, once it is there. */
export function messageIn(
	world: World,
	messageId: unknown,
	instanceId = world.instanceId,
): Promise<IDataObject> {
	return until(`the message ${String(messageId)}`, async () => {
		const messages = await dataOf<IDataObject[]>(world, `/v1/messages?instanceId=${instanceId}&limit=100`);
		return messages.find((message) => message.messageId === messageId);
	});
}

/** A message that the instance sent to this phone; gives its ID. */
export async function sentMessage(
	{ gateway, instanceId }: World,
	to: string,
	message: string,
): Promise<string> {
	const { body } = await gateway.request<{ messageId: string }>('POST', '/v1/messages/send', {
		instanceId,
		to,
		message,
	});
	return body.messageId;
}

/** A message that somebody wrote to the instance; gives its ID. */
export async function receivedMessage({ gateway, instanceId }: World, message: IDataObject): Promise<string> {
	const { body } = await gateway.request<{ data: { messageId: string } }>(
		'POST',
		`/simulator/v1/instances/${instanceId}/messages`,
		message,
	);
	return body.data.messageId;
}

/** An input item with files in it, as n8n keeps them in its default mode. */
export function withFiles(
	files: Record<string, { name: string; mimeType: string; bytes: Buffer }>,
): INodeExecutionData {
	return {
		json: {},
		binary: Object.fromEntries(
			Object.entries(files).map(([field, { name, mimeType, bytes }]) => [
				field,
				{ data: bytes.toString('base64'), mimeType, fileName: name },
			]),
		),
	};
}

/** The bytes of a file in an output item. */
export function bytesOf(item: INodeExecutionData | undefined, field = 'data'): Buffer {
	return Buffer.from(item?.binary?.[field]?.data ?? '', 'base64');
}

/** The bytes of the file of a message at the gateway. */
export async function mediaOf({ gateway }: World, messageId: unknown): Promise<Buffer> {
	return until(`the file of ${String(messageId)}`, async () => {
		const response = await fetch(`${gateway.url}/v1/messages/${String(messageId)}/media`, {
			headers: { authorization: `Bearer ${gateway.apiKey}` },
		});
		return response.ok && Buffer.from(await response.arrayBuffer());
	});
}

/** The ID in a field of an output item. */
export function idIn(item: INodeExecutionData | undefined, field = 'id'): string {
	return item?.json[field] as string;
}
