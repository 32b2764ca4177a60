import { expect } from '@jest/globals';

import { until } from '../../../../gateway/test/support/until.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { findMessage } from '../../operations/fixture.ts';

/** The output of one event, and what causes it. */
export interface EventCase {
	/** Everything but `event` and `timestamp`; `instanceId` where it is another one. */
	output: object;
	cause: (fixture: Fixture) => Promise<unknown>;
}

/** The number of the phone that causes the events. */
export const ADA = '491518000101';

/** Matchers of the output of an event: any text, and a time. */
export const TEXT = expect.any(String);
export const TIME = expect.stringMatching(/^\d{4}-.*Z$/);

/** The fields of an event that name Ada, and those that name a message in her chat. */
export const person = { senderId: `${ADA}@s.whatsapp.net`, from: ADA };
export const ofMessage = { chatId: `${ADA}@s.whatsapp.net`, messageId: TEXT };

/** The fields of responses that the cases read. */
interface Response {
	messageId: string;
	data: { id: string; failingSince: string | null };
}

/** Sends a request to the gateway. */
export function api(fixture: Fixture, method: string, path: string, body?: object) {
	return fixture.gateway.request<Response>(method, path, body);
}

/** Sends a request to the simulator, for the instance of the fixture. */
export function simulator(fixture: Fixture, method: string, path: string, body?: object) {
	return api(fixture, method, `/simulator/v1/instances/${fixture.instanceId}/${path}`, body);
}

/** Sends a message, waits until it was read, and returns its ID. */
export async function sendAndWait(fixture: Fixture, body: object): Promise<string> {
	const sent = await api(fixture, 'POST', '/v1/messages/send', {
		instanceId: fixture.instanceId,
		to: ADA,
		...body,
	});
	const { messageId } = sent.body;
	await until('the message is read', async () => (await findMessage(fixture, messageId)).status === 'read');
	return messageId;
}
