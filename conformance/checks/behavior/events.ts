import { createHmac } from 'node:crypto';
import { at, isRecord, textAt } from '../../document/schema.ts';
import { isDeliveryOf, type Delivery } from '../../server/receiver.ts';
import { FAILURE_CODES } from '../../specification/error-codes.ts';
import { ADDED_EVENT_FIELDS, EVENT_FIELDS, EVENT_KINDS } from '../../specification/events.ts';
import { ABSENT_PHONE, BLOCKING_PHONE, ECHOING_PHONE, PHONE } from '../../fixtures/fixtures.ts';
import type { Context } from '../context.ts';

const KIND = 'events';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const METADATA = { order: 4711, note: 'ä "quoted" \\ 😀', nested: { list: [1, null, true] } };

/**
 * Causes every event kind on one instance. Checks that its own webhookUrl and a registered webhook receive each with
 * exactly the specified fields, unchanged metadata and a valid signature.
 */
export async function checkEvents({ session, fixtures, report }: Context): Promise<void> {
	const { receiver } = fixtures;
	const created = await session.send('POST /v1/instances', {
		body: { name: 'Events', webhookUrl: `${receiver.url}/events-own` },
	});
	const instanceId = textAt(created.response.json, 'data.id');
	const registered = await session.send('POST /v1/webhooks', {
		body: {
			url: `${receiver.url}/events-registered`,
			events: EVENT_KINDS,
			instanceId,
			secret: 'conformance-secret',
		},
	});
	const secrets = new Map([
		['/events-own', textAt(created.response.json, 'data.webhookSecret')],
		['/events-registered', textAt(registered.response.json, 'data.secret')],
	]);
	const path = { instanceId };
	await session.send('POST /v1/instances/{}/connect', { path, body: { method: 'qrcode' } });
	await session.send('POST /simulator/v1/instances/{}/scan', { path });
	for (const to of [PHONE, ABSENT_PHONE, BLOCKING_PHONE, ECHOING_PHONE]) {
		await fixtures.send(instanceId, to, { metadata: METADATA });
	}
	await fixtures.receiveFrom(instanceId, PHONE);
	const official = await fixtures.official();
	const hook = { url: `${receiver.url}/events-official`, events: ['message.failed'], instanceId: official };
	await session.send('POST /v1/webhooks', { body: hook });
	await fixtures.send(official, PHONE);
	for (const code of FAILURE_CODES) {
		const failed = await receiver.find(`message.failed with ${code}`, (delivery) => {
			const failure = [instanceId, official].some((id) => isDeliveryOf(delivery, 'message.failed', id));
			return failure && at(delivery.envelope, 'data.error.code') === code;
		});
		report.check(
			KIND,
			`message.failed: ${code}`,
			typeof at(failed.envelope, 'data.error.message') === 'string',
		);
	}
	await receiver.find('message.read', (delivery) => isDeliveryOf(delivery, 'message.read', instanceId));
	await session.send('POST /simulator/v1/instances/{}/logout', { path });
	for (const kind of EVENT_KINDS) {
		for (const [target, secret] of secrets) {
			const delivery = await receiver
				.find(`${kind} at ${target}`, (one) => one.path === target && isDeliveryOf(one, kind, instanceId))
				.catch((error: unknown) => {
					report.fail(KIND, `${kind} was not delivered to ${target}`, String(error));
				});
			if (delivery !== undefined) checkDelivery(delivery, kind, secret, report);
		}
	}
	const disconnected = receiver.deliveries.find((one) =>
		isDeliveryOf(one, 'instance.disconnected', instanceId),
	);
	report.check(KIND, 'reason logged_out', at(disconnected?.envelope, 'data.reason') === 'logged_out');
}

function checkDelivery(
	{ raw, envelope, signature }: Delivery,
	kind: string,
	secret: string,
	report: Context['report'],
): void {
	const data = at(envelope, 'data');
	const outbound = kind.startsWith('message.') && kind !== 'message.received';
	const fields = Object.keys(isRecord(data) ? data : {}).filter((field) => field !== 'metadata' || !outbound);
	const wanted = [EVENT_FIELDS[kind], ADDED_EVENT_FIELDS[kind]].join(' ').trim().split(' ');
	report.check(KIND, `${kind}: the fields`, fields.toSorted().join() === wanted.toSorted().join(), () => raw);
	const envelopeFields = Object.keys(isRecord(envelope) ? envelope : {})
		.toSorted()
		.join();
	report.check(KIND, `${kind}: the envelope`, envelopeFields === 'data,event,eventId,timestamp', () => raw);
	report.check(KIND, `${kind}: the timestamp`, TIMESTAMP.test(String(at(envelope, 'timestamp'))), () => raw);
	const expected = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
	report.check(
		KIND,
		`${kind}: the signature`,
		signature === expected,
		() => `${signature}, expected ${expected}`,
	);
	if (!outbound) return;
	const same = JSON.stringify(at(data, 'metadata')) === JSON.stringify(METADATA);
	report.check(KIND, `${kind}: the metadata`, same, () => raw);
}
