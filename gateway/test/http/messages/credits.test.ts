import { afterEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const HOUR = 3_600_000;

describe('GATEWAY_CREDITS', () => {
	let gateway: TestGateway;
	let instanceId: string;
	afterEach(() => gateway.close());

	async function start(credits: number): Promise<void> {
		gateway = await startTestGateway({ environment: { GATEWAY_CREDITS: String(credits) } });
		instanceId = await connectedInstance(gateway);
	}
	const send = (fields: Record<string, unknown> = {}) =>
		gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hello', ...fields });

	it('accepts as many messages as there are credits, also across a restart', async () => {
		await start(2);
		const answers = await Promise.all([send(), send(), send()]);
		expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 402]);
		gateway = await gateway.restart();
		const answer = await send();
		expect([answer.status, answer.at('error.code')]).toEqual([402, 'insufficient_credits']);
	});

	it('has the credit of a cancelled message again', async () => {
		await start(1);
		const scheduled = await send({ sendAt: new Date(Date.now() + HOUR).toISOString() });
		expect((await send()).status).toBe(402);
		await gateway.delete(`/v1/messages/${scheduled.text('messageId')}`);
		expect((await send()).status).toBe(202);
		expect((await send()).status).toBe(402);
	});
});
