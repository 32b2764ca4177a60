import { afterAll, beforeAll } from '@jest/globals';
import type { Answer } from '../client.ts';
import { startTestGateway, type TestGateway } from '../gateway.ts';
import { simulatedOfficialInstance } from './simulated-official.ts';

/** The number that `send` sends to. */
export const TO = '4915112345678';

/** Of the suite that runs: the gateway, and its instance that is connected through the official API. */
export let gateway: TestGateway;
export let instanceId: string;

/** Starts, for all tests of a file, one gateway with an instance that is connected through the official API. */
export function useTemplates(): void {
	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await simulatedOfficialInstance(gateway);
	});
	afterAll(async () => {
		await gateway.close();
	});
}

/** Sends a template from the instance of the suite. */
export function send(template: unknown, rest: Record<string, unknown> = {}): Promise<Answer> {
	return gateway.post('/v1/messages/template', { instanceId, to: TO, template, ...rest });
}
