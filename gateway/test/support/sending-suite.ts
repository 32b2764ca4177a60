import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Answer } from './client.ts';
import { connectedInstance, startTestGateway, type TestGateway } from './gateway.ts';

/** The number that `send` sends to. */
export const TO = '4915112345678';

/** Of the suite that runs: the gateway, and its instance that is connected by QR code. */
export let gateway: TestGateway;
export let instanceId: string;

/** Starts, for all tests of a file, one gateway with an instance that is connected by QR code. */
export function useSendingInstance(): void {
	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await gateway.close();
	});
}

/** Sends a message from the instance of the suite, or from the one in the fields. */
export function send(fields: object): Promise<Answer> {
	return gateway.post('/v1/messages/send', { instanceId, to: TO, ...fields });
}

/** Sends a message; returns its item in the history. */
export async function sent(fields: { instanceId?: string } & Record<string, unknown>): Promise<unknown> {
	const answer = await send(fields);
	expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
	const history = await gateway.get(`/v1/messages?instanceId=${fields.instanceId ?? instanceId}&limit=1`);
	expect(history.at('data.0.messageId')).toBe(answer.at('messageId'));
	return history.at('data.0');
}
