import { describe, expect, it } from '@jest/globals';
import {
	aboutAccount,
	arrived,
	ofNumber,
	statuses,
	webhook,
	written,
} from '../../../cloud-api-server/payloads.ts';
import { at } from '../../../support/json.ts';
import { until } from '../../../support/until.ts';
import {
	gateway,
	instanceId,
	meta,
	receiver,
	useOfficialInstance,
} from '../../../support/official/official-suite.ts';

useOfficialInstance({ events: ['instance.notice', 'message.received'] });

let counter = 0;
const wamid = (): string => `wamid.notice${(counter += 1)}`;
const notify = async (payload: unknown): Promise<void> => {
	expect((await meta.notify(payload)).status).toBe(200);
};
const noticed = async (topic: string) => {
	const event = await receiver.find(topic, (one) => one.at('data.topic') === topic);
	return event.at('data') as { message: string; details: Record<string, unknown> };
};
const counted = async (topic: string) => {
	const answer = await fetch(`${gateway.url}/metrics`, { headers: gateway.headers });
	const line = `gateway_network_notices_total{network="cloud-api",topic="${topic}"} `;
	return Number((await answer.text()).split(line)[1]?.split('\n')[0] ?? 0);
};

describe('account webhooks of the Cloud API', () => {
	it.each([
		['account_update', { event: 'ACCOUNT_RESTRICTION' }, 'ACCOUNT_RESTRICTION'],
		['account_alerts', { alert_severity: 'CRITICAL' }, 'WhatsApp Manager'],
		['account_review_update', { decision: 'APPROVED' }, 'reviewed'],
		['phone_number_name_update', { decision: 'APPROVED' }, 'name of the number'],
		['phone_number_quality_update', { event: 'DOWNGRADE' }, 'DOWNGRADE'],
		['message_template_status_update', { event: 'PAUSED', message_template_name: 'sale' }, 'template'],
		['template_category_update', { new_category: 'MARKETING' }, 'category'],
		['user_preferences', { user_preferences: [{ wa_id: '16505551234', value: 'stop' }] }, 'marketing'],
		['user_id_update', { user_id: 'US.1' }, 'id of a person'],
		['message_echoes', { message_echoes: [{ id: 'wamid.1' }] }, 'another program'],
		['smb_message_echoes', { message_echoes: [] }, 'Business app'],
		['history', { history: [] }, 'from before'],
		['smb_app_state_sync', { state_sync: [] }, 'Contacts'],
		['standby', { messages: [{ id: 'wamid.1' }] }, 'until you send a message'],
		['messaging_handovers', { timestamp: '1769860800' }, 'Meta Business Agent'],
		['calls', { calls: [{ id: 'wacid.1', event: 'connect' }] }, 'called'],
		['automatic_events', { automatic_events: [{ event_name: 'LeadSubmitted' }] }, 'advertisement'],
	])('publish an event, log it and count it: %s', async (field, value, hint) => {
		const before = await counted(field);
		await notify(aboutAccount(field, value));
		const { message, details } = await noticed(field);
		expect(message).toContain(hint);
		expect(details).toEqual(value);
		expect(gateway.logged.some((line) => line.includes(instanceId) && line.includes(field))).toBe(true);
		expect(await counted(field)).toBe(before + 1);
	});

	it('count an unknown field as other', async () => {
		const before = await counted('other');
		await notify(aboutAccount('hologram_update', { beam: 1 }));
		expect((await noticed('hologram_update')).details).toEqual({ beam: 1 });
		expect(await counted('other')).toBe(before + 1);
	});

	it('of another account are ignored with a log entry', async () => {
		await notify(aboutAccount('account_update', { event: 'X' }, '4711'));
		expect(gateway.logged.some((line) => line.includes('"phoneNumberIds":["4711"]'))).toBe(true);
		await notify(webhook(arrived([written(wamid(), 'text', { body: 'Hello' })])));
		await receiver.find('the message', (one) => one.at('data.content') === 'Hello');
		expect(receiver.requests).toHaveLength(1);
	});

	it('publish an error of the number as a notice', async () => {
		const errors = [{ code: 130429, title: 'Rate limit hit', message: 'Rate limit hit' }];
		await notify(webhook({ ...statuses(), statuses: undefined, errors }));
		expect(await noticed('errors')).toMatchObject({
			message: 'Meta reports an error of this number. Meta says: Rate limit hit',
			details: { code: 130429 },
		});
	});

	it('publish a notice that people followed links of marketing messages', async () => {
		const before = await counted('user_actions');
		const actions = [{ action_type: 'marketing_messages_link_click', timestamp: '1769860800' }];
		await notify(webhook({ ...statuses(), statuses: undefined, user_actions: actions }));
		const { message, details } = await noticed('user_actions');
		expect(message).toBe('People followed links of marketing messages.');
		expect(details).toMatchObject({ user_actions: actions });
		expect(await counted('user_actions')).toBe(before + 1);
		expect(receiver.requests.map((one) => one.at('data.topic'))).toEqual(['user_actions']);
	});

	it.each([
		['of a group', 'group_message', { group_id: 'Y2FwaV9ncm91cDo' }],
		['without its own id', 'unreadable_message', { id: 5 }],
		['without a sender', 'unreadable_message', { from: 'nobody' }],
		['that is a reaction to nothing', 'unreadable_message', { type: 'reaction', reaction: { emoji: '👍' } }],
		['that edits nothing', 'unreadable_message', { type: 'edit', edit: { message: { type: 'text' } } }],
		['that edits to nothing', 'unreadable_message', { type: 'edit', edit: { original_message_id: 'x' } }],
		['that deletes nothing', 'unreadable_message', { type: 'revoke' }],
		['of the system', 'system', { type: 'system', system: { body: 'Ada changed her number.' } }],
	])('publish a notice for a message %s', async (_what, topic, more) => {
		const value = arrived([{ ...written(wamid(), 'text', { body: 'Hello' }), ...more }]);
		await notify(webhook({ ...value, contacts: [] }));
		expect((await noticed(topic)).message).toMatch(/\.$/);
	});

	it.each([
		['an echo without a recipient', 'smb_message_echoes', { message_echoes: [{ id: 'wamid.1' }] }],
		['an echo of a group', 'smb_message_echoes', { message_echoes: [{ id: 'wamid.1', group_id: 'x' }] }],
		['a saved contact without a number', 'smb_app_state_sync', { state_sync: [{ type: 'contact' }] }],
	])('publish a notice for %s', async (_what, field, value) => {
		await notify(ofNumber(field, value));
		const notice = await receiver.find('the notice', (one) => one.at('event') === 'instance.notice');
		expect(notice.at('data.message')).toMatch(/\.$/);
	});

	it('limit the size of a notice', async () => {
		const entries = Array.from({ length: 60 }, (_, index) => [`key${index}`, 'ä'.repeat(100)]);
		const wide: unknown = Object.fromEntries(entries);
		let deep: unknown = 1;
		for (let depth = 0; depth < 40; depth += 1) deep = { deep, wide: [wide, wide] };
		await notify(aboutAccount('account_update', { event: 'x'.repeat(10_000), deep, wide }));
		const event = await receiver.find('the notice', (one) => one.at('data.topic') === 'account_update');
		expect(event.raw.length).toBeLessThan(20_000);
	});

	it('publish one notice for the rest when there are very many', async () => {
		const changes = Array.from({ length: 300 }, () => ({ field: 'account_update', value: {} }));
		await notify({ object: 'x', entry: [{ id: at(aboutAccount('x', {}), 'entry.0.id'), changes }] });
		expect((await noticed('many_notices')).message).toContain('200 more notices');
		await until('all notices', () => receiver.requests.length === 101);
	});
});
