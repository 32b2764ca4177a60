import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { until } from '../../../gateway/test/support/until.ts';
import type { GatewayCredential } from '../support/credentials.ts';
import type { Gateway } from '../support/gateway.ts';
import { createConnectedInstance, createInstance } from '../support/instances.ts';

/** A gateway with two connected instances, which the tests of all operations share. */
export interface Fixture {
	gateway: Gateway;
	credential: GatewayCredential;
	/** Connected by QR code. */
	instanceId: string;
	/** Connected through the official API. */
	officialId: string;
}

/** A test case of an operation: its input and the expected result. */
export interface OperationCase {
	/** The parameters of the node as in a workflow file, without resource and operation. */
	parameters: INodeParameters;
	/** The input items; one empty item by default. */
	input?: INodeExecutionData[];
	/** The expected output items; each must contain at least these fields. */
	output: object[];
	/** Checks the state of the gateway, or the content of files, after the run. */
	verify?: (output: INodeExecutionData[]) => Promise<void> | void;
}

/** Prepares the gateway and returns the test case. */
export type ArrangeCase = (fixture: Fixture) => Promise<OperationCase>;

export async function createFixture(gateway: Gateway): Promise<Fixture> {
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

/** Returns a resource locator parameter with an ID. */
export function locator(name: string, value: string): INodeParameters {
	return { [name]: { __rl: true, mode: 'id', value } };
}

/** Returns the `data` of a GET response of the gateway. */
export async function getData<T = IDataObject>({ gateway }: Fixture, path: string): Promise<T> {
	const { body } = await gateway.request<{ data: T }>('GET', path);
	return body.data;
}

/** Waits for a message in the history, until `check` applies to it, and returns it. */
export function findMessage(
	fixture: Fixture,
	messageId: unknown,
	instanceId = fixture.instanceId,
	check: (message: IDataObject) => boolean = () => true,
): Promise<IDataObject> {
	return until(`the message ${String(messageId)}`, async () => {
		const messages = await getData<IDataObject[]>(fixture, `/v1/messages?instanceId=${instanceId}&limit=100`);
		return messages.find((message) => message.messageId === messageId && check(message));
	});
}

/** Sends a text from the instance and returns the message ID. */
export async function sendMessage(
	{ gateway, instanceId }: Fixture,
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

/** Lets the simulator deliver a message to the instance and returns the message ID. */
export async function receiveMessage(
	{ gateway, instanceId }: Fixture,
	message: IDataObject,
): Promise<string> {
	const { body } = await gateway.request<{ data: { messageId: string } }>(
		'POST',
		`/simulator/v1/instances/${instanceId}/messages`,
		message,
	);
	return body.data.messageId;
}

/** Returns an input item with files, as n8n stores them in its default mode. */
export function itemWithFiles(
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

/** Returns the content of a file in an output item. */
export function fileBytes(item: INodeExecutionData | undefined, field = 'data'): Buffer {
	return Buffer.from(item?.binary?.[field]?.data ?? '', 'base64');
}

/** Waits for the file of a message at the gateway and returns its content. */
export async function downloadMedia({ gateway }: Fixture, messageId: unknown): Promise<Buffer> {
	return until(`the file of ${String(messageId)}`, async () => {
		const response = await fetch(`${gateway.url}/v1/messages/${String(messageId)}/media`, {
			headers: { authorization: `Bearer ${gateway.apiKey}` },
		});
		return response.ok && Buffer.from(await response.arrayBuffer());
	});
}

/** Returns the ID in a field of an output item. */
export function getId(item: INodeExecutionData | undefined, field = 'id'): string {
	return item?.json[field] as string;
}
