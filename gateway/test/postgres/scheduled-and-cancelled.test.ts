import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { runSql } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText, statusOf } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { until } from '../support/until.ts';

const ANA = '4915112345678';
const HOUR = 3_600_000;

describe('a cluster of two gateways with scheduled and cancelled messages', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let first: GatewayProcess;
	let second: GatewayProcess;

	async function start(latency: string): Promise<string> {
		first = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: latency });
		const instanceId = await connectedInstance(first);
		second = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: latency });
		return instanceId;
	}
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(async () => {
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await remove();
	});

	const cancel = async (client: Client, messageId: string): Promise<unknown> => {
		const answer = await client.delete(`/v1/messages/${messageId}`);
		return answer.at('data.outcome') ?? answer.at('error.code');
	};

	it('sends each scheduled message once, in order, whichever gateway accepted it', async () => {
		const instanceId = await start('0,0,0');
		const sendAt = new Date(Date.now() + HOUR).toISOString();
		const messages: string[] = [];
		for (let turn = 0; turn < 10; turn += 1) {
			for (const client of [second, first]) {
				messages.push(await sendText(client, instanceId, ANA, 'Later', { sendAt }));
			}
		}
		await second.post('/simulator/v1/clock', { advance: '1h' });
		await until('all to be read', async () => {
			const statuses = await Promise.all(messages.map((messageId) => statusOf(second, messageId)));
			return statuses.every((status) => at(status, 'status') === 'read');
		});
		const events = await runSql(folder, "select body from events where kind = 'message.sent' order by id");
		expect(events.map(({ body }) => at(JSON.parse(String(body)), 'data.messageId'))).toEqual(messages);
	});

	it('cancels through either gateway, by what the one knows that runs the instance', async () => {
		const instanceId = await start('600000,0,0');
		const inTransfer = await until('a message to be in transfer', async () => {
			const messageId = await sendText(second, instanceId, ANA);
			return (await cancel(second, messageId)) === 'message_being_sent' && messageId;
		});
		const waiting = [await sendText(second, instanceId, ANA), await sendText(first, instanceId, ANA)];
		expect(await cancel(first, waiting[0] ?? '')).toBe('cancelled');
		expect(await cancel(second, waiting[1] ?? '')).toBe('cancelled');
		const behind = await sendText(second, instanceId, ANA);
		await first.end('SIGKILL');
		const later = await until('the other gateway to take over', async () => {
			const messageId = await sendText(second, instanceId, ANA);
			return (await cancel(second, messageId)) === 'cancelled' && messageId;
		});
		expect(await cancel(second, inTransfer)).toBe('message_being_sent');
		expect(await cancel(second, behind)).toBe('message_being_sent');
		expect(await cancel(second, later)).toBe('cancelled');
	});
});
