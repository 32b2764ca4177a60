import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
	INSTANCE_STATUSES,
	nextInstanceStatus,
	type InstanceTransition,
} from '../../src/domain/instances/instance.ts';
import {
	canFail,
	MESSAGE_STATUSES,
	pendingTransitions,
	type ReceiptStatus,
} from '../../src/domain/messages/message.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

const LAST_MESSAGE = 'a message after everything else';

/** Starts one gateway and one receiver of every event for a group of tests. */
function useGateway() {
	let gateway: TestGateway;
	let receiver: Receiver;
	let marker: string;
	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		marker = await connectedInstance(gateway, 'Marker');
		await gateway.post('/v1/webhooks', {
			url: receiver.url,
			events: [
				'message.sent',
				'message.delivered',
				'message.read',
				'message.failed',
				'instance.connected',
				'instance.disconnected',
				'instance.qr_updated',
				'message.received',
			],
		});
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	/** Returns the kinds of all events about a subject so far; does not wait for later ones. */
	const eventsAbout = async (field: string, id: string): Promise<unknown[]> => {
		const path = `/simulator/v1/instances/${marker}/messages`;
		const mark = (await gateway.post(path, { from: '4915112345678', content: LAST_MESSAGE })).text(
			'data.messageId',
		);
		await receiver.find('the mark', (request) => request.at('data.messageId') === mark);
		return receiver.requests
			.filter((request) => request.at(`data.${field}`) === id)
			.map((request) => request.at('event'));
	};
	return { gateway: () => gateway, receiver: () => receiver, eventsAbout };
}

describe('the state machine of an instance', () => {
	const { gateway, eventsAbout } = useGateway();
	let id: string;
	beforeEach(async () => {
		id = (await gateway().post('/v1/instances', { name: 'Walker' })).text('data.id');
	});

	const actions: Record<string, () => Promise<{ status: number; at: (path: string) => unknown }>> = {
		connect: () => gateway().post(`/v1/instances/${id}/connect`, { method: 'qrcode' }),
		scan: () => gateway().post(`/simulator/v1/instances/${id}/scan`),
		logout: () => gateway().post(`/simulator/v1/instances/${id}/logout`),
		disconnect: () => gateway().post(`/v1/instances/${id}/disconnect`),
		qrcode: () => gateway().get(`/v1/instances/${id}/qrcode`),
		send: () =>
			gateway().post('/v1/messages/send', { instanceId: id, to: '4915112340001', message: 'Hello' }),
	};
	const STEPS_TO = { disconnected: [], qr_pending: ['connect'], connected: ['connect', 'scan'] } as const;

	it.each([
		['disconnected', 'connect', 200, null, 'qr_pending', ['instance.qr_updated']],
		['disconnected', 'scan', 409, 'instance_disconnected', 'disconnected', []],
		['disconnected', 'logout', 409, 'instance_disconnected', 'disconnected', []],
		['disconnected', 'disconnect', 409, 'instance_disconnected', 'disconnected', []],
		['disconnected', 'qrcode', 200, null, 'disconnected', []],
		['disconnected', 'send', 409, 'instance_disconnected', 'disconnected', []],
		['qr_pending', 'connect', 200, null, 'qr_pending', []],
		['qr_pending', 'scan', 200, null, 'connected', ['instance.connected']],
		['qr_pending', 'logout', 409, 'instance_disconnected', 'qr_pending', []],
		['qr_pending', 'disconnect', 200, null, 'disconnected', ['instance.disconnected']],
		['qr_pending', 'qrcode', 200, null, 'qr_pending', []],
		['qr_pending', 'send', 409, 'instance_disconnected', 'qr_pending', []],
		['connected', 'connect', 409, 'instance_already_connected', 'connected', []],
		['connected', 'scan', 409, 'instance_disconnected', 'connected', []],
		['connected', 'logout', 200, null, 'disconnected', ['instance.disconnected']],
		['connected', 'disconnect', 200, null, 'disconnected', ['instance.disconnected']],
		['connected', 'qrcode', 409, 'already_connected', 'connected', []],
		['connected', 'send', 202, null, 'connected', []],
	] as const)(
		'in %s, at %s: answers %i %s, changes to %s and publishes %j',
		async (from, action, status, code, to, events) => {
			for (const step of STEPS_TO[from]) await actions[step]?.();
			const before = await eventsAbout('instanceId', id);
			const answer = await actions[action]?.();
			expect([answer?.status, answer?.at('error.code') ?? null]).toEqual([status, code]);
			const record = await gateway().get(`/v1/instances/${id}/status`);
			expect(record.at('data.status')).toBe(to);
			const after = await eventsAbout('instanceId', id);
			const added = after.slice(before.length).filter((kind) => String(kind).startsWith('instance.'));
			expect(added).toEqual(events);
		},
	);

	it('allows exactly these transitions', () => {
		const transitions: InstanceTransition[] = ['qr_shown', 'connection_opening', 'connected', 'disconnected'];
		const allowed = INSTANCE_STATUSES.flatMap((from) =>
			transitions
				.map((move) => [from, move, nextInstanceStatus(from, move)] as const)
				.filter(([, , to]) => to !== null)
				.map((move) => move.join(' ')),
		);
		expect(allowed).toEqual([
			'connected connection_opening connecting',
			'connected disconnected disconnected',
			'disconnected qr_shown qr_pending',
			'disconnected connection_opening connecting',
			'connecting qr_shown qr_pending',
			'connecting connection_opening connecting',
			'connecting connected connected',
			'connecting disconnected disconnected',
			'qr_pending qr_shown qr_pending',
			'qr_pending connection_opening connecting',
			'qr_pending connected connected',
			'qr_pending disconnected disconnected',
		]);
	});
});

describe('the state machine of a message', () => {
	const { gateway, eventsAbout } = useGateway();
	let instanceId: string;
	beforeAll(async () => {
		instanceId = await connectedInstance(gateway());
	});

	/** Sends a message that is delivered and never read, and adds these receipts. */
	const sendWithReceipts = async (...receipts: string[]): Promise<{ status: unknown; events: unknown[] }> => {
		const messageId = await sendText(gateway(), instanceId, '4915112340001');
		await until(
			'the delivery',
			async () => at(await statusOf(gateway(), messageId), 'status') === 'delivered',
		);
		for (const status of receipts) {
			await gateway().post(`/simulator/v1/instances/${instanceId}/messages/${messageId}/receipts`, {
				status,
			});
		}
		const events = await eventsAbout('messageId', messageId);
		return { status: at(await statusOf(gateway(), messageId), 'status'), events: [...events].sort() };
	};

	it.each([
		[[], 'delivered', ['message.delivered', 'message.sent']],
		[['delivered'], 'delivered', ['message.delivered', 'message.sent']],
		[['read'], 'read', ['message.delivered', 'message.read', 'message.sent']],
		[['read', 'read'], 'read', ['message.delivered', 'message.read', 'message.sent']],
		[['read', 'delivered'], 'read', ['message.delivered', 'message.read', 'message.sent']],
		[['failed'], 'delivered', ['message.delivered', 'message.sent']],
		[['read', 'failed'], 'read', ['message.delivered', 'message.read', 'message.sent']],
	])(
		'after the receipts %j: is at %s and has published each status once',
		async (receipts, status, events) => {
			expect(await sendWithReceipts(...receipts)).toEqual({ status, events });
		},
	);

	it('passes through every status in order, and never goes back', () => {
		const reports: ReceiptStatus[] = ['sent', 'delivered', 'read'];
		const steps = MESSAGE_STATUSES.map((from) => [
			from,
			...reports.map((report) => pendingTransitions(from, report).join('>')),
			canFail(from),
		]);
		expect(steps).toEqual([
			['queued', 'sent', 'sent>delivered', 'sent>delivered>read', true],
			['sent', '', 'delivered', 'delivered>read', true],
			['delivered', '', '', 'read', false],
			['read', '', '', '', false],
			['failed', '', '', '', false],
		]);
	});
});
