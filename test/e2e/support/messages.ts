import { callGateway } from '../../../playground/src/gateway-client.ts';
import type { Gateway } from '../../../playground/src/gateway-service.ts';
import { until } from '../../../playground/src/until.ts';
import type { TestPlayground } from './test-playground.ts';

/** Simulated phones that receive and read what is sent to them. */
export const ADA = '491700000042';
export const GRACE = '491700000077';
/** A number that is not on the simulated network. */
export const NOBODY = '491700000000';

/** Makes a text arrive from a phone; gives the message's id. */
export async function messageArrives(
	{ gateway, instanceId }: TestPlayground,
	from: string,
	content: string,
	contactName = 'Ada',
): Promise<string> {
	const answer = await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/messages`, {
		from,
		contactName,
		content,
	});
	return (answer as { data: { messageId: string } }).data.messageId;
}

/** Sends a text to a phone; gives the message's id. */
export async function sendText(
	{ gateway, instanceId }: TestPlayground,
	to: string,
	message: string,
	metadata?: object,
): Promise<string> {
	const body = { instanceId, to, message, ...(metadata && { metadata }) };
	const answer = await callGateway(gateway, 'POST', '/v1/messages/send', body);
	return (answer as { messageId: string }).messageId;
}

/** Settles when a message has reached a status. */
export async function messageReaches(gateway: Gateway, messageId: string, status: string): Promise<void> {
	await until({ what: `message ${messageId} to be ${status}`, seconds: 20, everyMs: 100 }, async () => {
		const answer = await callGateway(gateway, 'GET', `/v1/messages/${messageId}/status`);
		const record = (answer as { data: { status: string } }).data;
		if (record.status !== status) throw new Error(`it is ${record.status}`);
		return true;
	});
}

/** A message of the history. */
export type Message = { messageId: string; direction: string; content: string; status: string };

/** Waits until a phone has read a message whose text is or holds this, sent after another message; gives it. */
export async function phoneReads(
	playground: TestPlayground,
	phone: string,
	text: string,
	after: string,
): Promise<Message> {
	return until({ what: `${phone} to read "${text}"`, seconds: 30, everyMs: 100 }, async () => {
		const messages = await messagesTo(playground, phone, after);
		return messages.find(({ content, status }) => content.includes(text) && status === 'read');
	});
}

/** Lists what was sent to a phone, all or only after another message, the newest first. */
export async function messagesTo(
	{ gateway, instanceId }: TestPlayground,
	phone: string,
	after?: string,
): Promise<Message[]> {
	const query = `instanceId=${instanceId}&phone=${phone}${after === undefined ? '' : `&after=${after}`}`;
	const answer = await callGateway(gateway, 'GET', `/v1/messages?${query}`);
	return (answer as { data: Message[] }).data.filter(({ direction }) => direction === 'outbound');
}
