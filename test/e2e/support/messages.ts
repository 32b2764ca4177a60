import { callGateway, GatewayError } from '../../../playground/src/gateway/client.ts';
import type { Gateway } from '../../../playground/src/gateway/service.ts';
import { until } from '../../../playground/src/process/until.ts';
import type { TestPlayground } from './test-playground.ts';

/** Simulated phones that receive and read every message. */
export const ADA = '491700000042';
export const GRACE = '491700000077';
/** A number that is not on the simulated network. */
export const NOBODY = '491700000000';

/** Lets the simulator deliver a text from a phone and returns the message ID. */
export async function receiveMessage(
	playground: Pick<TestPlayground, 'gateway' | 'instanceId'>,
	from: string,
	content: string,
	contactName = 'Ada',
): Promise<string> {
	return receive(playground, { from, contactName, content });
}

/** Lets the simulator deliver a message of any kind and returns the message ID. */
export async function receive(
	{ gateway, instanceId }: Pick<TestPlayground, 'gateway' | 'instanceId'>,
	message: Record<string, unknown>,
): Promise<string> {
	const path = `/simulator/v1/instances/${instanceId}/messages`;
	// After a start of the gateway, the instance takes a moment to connect.
	const sent = await until({ what: 'the instance to connect', seconds: 30, everyMs: 100 }, async () => {
		try {
			return { answer: await callGateway(gateway, 'POST', path, message) };
		} catch (error) {
			if (error instanceof GatewayError && error.code === 'instance_disconnected') return undefined;
			return { error };
		}
	});
	if ('error' in sent) throw sent.error;
	return (sent.answer as { data: { messageId: string } }).data.messageId;
}

/** Sends a text to a phone and returns the message ID. */
export async function sendText(
	{ gateway, instanceId }: Pick<TestPlayground, 'gateway' | 'instanceId'>,
	to: string,
	message: string,
	metadata?: object,
): Promise<string> {
	const body = { instanceId, to, message, ...(metadata && { metadata }) };
	const answer = await callGateway(gateway, 'POST', '/v1/messages/send', body);
	return (answer as { messageId: string }).messageId;
}

/** Waits until a message has a status. */
export async function waitForStatus(gateway: Gateway, messageId: string, status: string): Promise<void> {
	await until({ what: `message ${messageId} to be ${status}`, seconds: 20, everyMs: 100 }, async () => {
		const answer = await callGateway(gateway, 'GET', `/v1/messages/${messageId}/status`);
		const record = (answer as { data: { status: string } }).data;
		if (record.status !== status) throw new Error(`it is ${record.status}`);
		return true;
	});
}

/** A message of the history. */
export type Message = { messageId: string; direction: string; content: string; status: string };

/** Waits until a phone has read a message that contains the text and is newer than `after`, and returns it. */
export async function waitForReadMessage(
	playground: Pick<TestPlayground, 'gateway' | 'instanceId'>,
	phone: string,
	text: string,
	after: string,
): Promise<Message> {
	return until({ what: `${phone} to read "${text}"`, seconds: 30, everyMs: 100 }, async () => {
		const messages = await listSentMessages(playground, phone, after);
		return messages.find(({ content, status }) => content.includes(text) && status === 'read');
	});
}

/** Returns the messages sent to a phone, optionally only those newer than `after`, newest first. */
export async function listSentMessages(
	{ gateway, instanceId }: Pick<TestPlayground, 'gateway' | 'instanceId'>,
	phone: string,
	after?: string,
): Promise<Message[]> {
	const query = `instanceId=${instanceId}&phone=${phone}${after === undefined ? '' : `&after=${after}`}`;
	const answer = await callGateway(gateway, 'GET', `/v1/messages?${query}`);
	return (answer as { data: Message[] }).data.filter(({ direction }) => direction === 'outbound');
}
