import type { Random } from '../../chaos/random.ts';
import {
	arrived,
	failedWith,
	status,
	statuses,
	webhook,
	written,
} from '../../gateway/test/cloud-api-server/payloads.ts';
import { SAMPLE_MESSAGES } from '../../gateway/test/cloud-api-server/sample-messages.ts';
import { NUMBER } from '../../gateway/test/cloud-api-server/world.ts';
import { mutateBytes } from '../mutate/bytes.ts';
import { mutateJson } from '../mutate/json.ts';

/** The body of a webhook. */
export interface WebhookCase {
	kind: string;
	what: string;
	body: Buffer;
}

const FILES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** Returns a webhook of every kind. `id` makes it unique. */
function payloads(id: string): Readonly<Record<string, unknown>> {
	const messages = Object.fromEntries(
		SAMPLE_MESSAGES.map(({ what, type, content, more }) => [
			what,
			webhook(arrived([written(id, type, content, more)])),
		]),
	);
	const files = Object.fromEntries(
		FILES.map((type) => [
			type,
			webhook(
				arrived([written(id, type, { id: '404', mime_type: 'image/jpeg', sha256: 'x', caption: 'See' })]),
			),
		]),
	);
	const field = (name: string, value: object) => ({
		object: 'whatsapp_business_account',
		entry: [{ id: '102290129340398', time: 1_795_323_053, changes: [{ field: name, value }] }],
	});
	return {
		...messages,
		...files,
		'a status': webhook(statuses(status(id, 'delivered'), status(id, 'read'))),
		'a failure': webhook(statuses(status(id, 'failed', failedWith(131026, 'Undeliverable')))),
		'an error': webhook({ ...statuses(), errors: [{ code: 130429, title: 'Rate limit hit' }] }),
		account: field('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['DISABLE'] } }),
		template: field('message_template_status_update', { event: 'APPROVED', message_template_id: 1 }),
		preferences: field('user_preferences', { user_preferences: [{ wa_id: '1', value: 'stop' }] }),
		echoes: field('smb_message_echoes', { message_echoes: [{ from: '1', to: '2', id, type: 'text' }] }),
	};
}

/** Bodies that are not webhooks. */
const BODIES = [
	...[
		'',
		' ',
		'null',
		'true',
		'[]',
		'{}',
		'0',
		'"a"',
		'[[[[',
		'{"object":',
		'\u0000',
		'{"__proto__":{"a":1}}',
	],
	'['.repeat(100_000),
	'{"entry":'.repeat(20_000),
	'{"object":"whatsapp_business_account","entry":1e400}',
	`{"object":"whatsapp_business_account","entry":[${'{"id":"1"},'.repeat(20_000)}{}]}`,
] as const;

/** Returns the webhook of a case for an attacked number. */
export function webhookCase(random: Random, number: number, phoneNumberId: string): WebhookCase {
	const all = payloads(`wamid.fuzz${number}`);
	const [first = '', ...others] = Object.keys(all);
	const kind = random.pick([first, ...others]);
	const valid = JSON.stringify(all[kind]).replaceAll(NUMBER, phoneNumberId);
	const chance = random.fraction();
	if (chance < 0.03) return { kind: 'no webhook', what: 'odd body', body: Buffer.from(random.pick(BODIES)) };
	if (chance < 0.1) {
		const how = random.pick(['cut', 'bits', 'insert', 'repeat', 'remove'] as const);
		return { kind, what: how, body: mutateBytes(random, Buffer.from(valid), how) };
	}
	const { value, what } = mutateJson(random, JSON.parse(valid));
	return { kind, what, body: Buffer.from(JSON.stringify(value ?? null)) };
}
