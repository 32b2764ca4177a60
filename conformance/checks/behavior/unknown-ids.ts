import { bodyFields } from '../../document/fields.ts';
import { isRecord } from '../../document/schema.ts';
import { createSample } from '../../fixtures/samples.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'unknown ids';
const UNKNOWN = '00000000000000000000000000';

/** Well-formed IDs of resources that do not exist, by path parameter, with their error codes. */
const ABSENT: Readonly<Record<string, readonly [string, string]>> = {
	instanceId: [`inst_${UNKNOWN}`, 'instance_not_found'],
	messageId: [`msg_${UNKNOWN}`, 'message_not_found'],
	webhookId: [`wh_${UNKNOWN}`, 'webhook_not_found'],
	keyId: [`key_${UNKNOWN}`, 'key_not_found'],
	alertId: [`alr_${UNKNOWN}`, 'alert_not_found'],
	noteId: [`note_${UNKNOWN}`, 'note_not_found'],
	sessionId: [`ses_${UNKNOWN}`, 'session_not_found'],
	deliveryId: [`dlv_${UNKNOWN}`, 'not_found'],
	id: [`wh_${UNKNOWN}`, 'webhook_not_found'],
	groupId: ['49151000000000000@g.us', 'group_not_found'],
	chatId: ['4915199999999@s.whatsapp.net', 'chat_not_found'],
	phone: ['4915112340000', 'contact_not_found'],
	number: ['4915199999998', 'contact_not_found'],
};

/** Takes control of any phone, so it has no unknown number. */
const ACCEPTS_ANY = 'PUT /simulator/v1/phones/{number}';

/** Checks that a missing or disconnected resource fails with its code. */
export async function checkUnknownIds(context: Context): Promise<void> {
	const { session, fixtures, known, report } = context;
	const disconnected = await fixtures.newInstance('Disconnected');
	for (const operation of session.document.operations) {
		const send = async (part: 'path' | 'query' | 'body', name: string, value: string) => {
			const call = await createSample(operation, fixtures, known);
			const inside: unknown = call[part];
			return session.send(operation, {
				...call,
				[part]: { ...(isRecord(inside) ? inside : {}), [name]: value },
			});
		};
		const codes = [...operation.responses.values()].flatMap((response) => response.codes);
		for (const { name, in: place } of operation.parameters) {
			const [value, code] = ABSENT[name] ?? [];
			if (operation.name === ACCEPTS_ANY) continue;
			if (place !== 'path' || value === undefined || code === undefined) continue;
			// A chat needs no message for its notes and its events.
			if (name === 'chatId' && !codes.includes(code)) continue;
			expectError(report, KIND, `unknown ${name}`, await send('path', name, value), [code]);
			const malformed = await send('path', name, 'malformed id');
			expectError(report, KIND, `malformed ${name}`, malformed, [
				code,
				'invalid_phone_number',
				'invalid_parameters',
			]);
		}
		const inBody = bodyFields(operation).some(({ label }) => label === 'instanceId');
		const inQuery = operation.parameters.some(
			({ name, in: place }) => name === 'instanceId' && place === 'query',
		);
		if (!inBody && !inQuery) continue;
		const part = inBody ? 'body' : 'query';
		if (codes.includes('invalid_instance')) {
			const exchange = await send(part, 'instanceId', `inst_${UNKNOWN}`);
			expectError(report, KIND, 'unknown instanceId', exchange, ['invalid_instance']);
		}
		if (codes.includes('instance_disconnected')) {
			const exchange = await send(part, 'instanceId', disconnected);
			expectError(report, KIND, 'a disconnected instance', exchange, [
				'instance_disconnected',
				'official_api_required',
			]);
		}
	}
}
