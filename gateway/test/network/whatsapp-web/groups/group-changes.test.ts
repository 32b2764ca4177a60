import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { JPEG } from '../../../support/sample-files.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const EVE = '4915144444444';

describe('changes of groups by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let count = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['*'] });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const groupOf = (by: string, addressing: 'lid' | 'pn' = 'lid') =>
		whatsApp.group({ by, subject: `Group ${(count += 1)}`, members: [ACCOUNT, BOB], addressing });
	/** Resolves with the events of a group, when all notifications sent so far have arrived. */
	const eventsAbout = async (group: string) => {
		const text = `Mark ${(count += 1)}`;
		await whatsApp.send(BOB, group, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
		return receiver.requests
			.filter(({ at }) => at('data.groupId') === group)
			.sort((a, b) => String(a.at('eventId')).localeCompare(String(b.at('eventId'))))
			.map(({ at }) => at('data') as Record<string, unknown>);
	};

	it.each(['lid', 'pn'] as const)('are published once, with who made them (%s)', async (addressing) => {
		const group = await groupOf(ADA, addressing);
		// WhatsApp names the author of a picture by LID alone: the phone number is known from a message.
		await eventsAbout(group);
		await whatsApp.changeGroup({ by: ADA, group, description: 'On Sunday', restrict: true });
		await whatsApp.changeGroup({ by: BOB, group, picture: JPEG.toString('base64') });
		await whatsApp.changeGroup({ by: ADA, group, description: null });
		expect(await eventsAbout(group)).toMatchObject([
			{ changed: ['description'], description: 'On Sunday', from: ADA, isFromMe: false },
			{ changed: ['restrict'], restrict: true, from: ADA },
			{ changed: ['picture'], from: BOB },
			{ changed: ['description'], description: null, from: ADA },
		]);
	});

	it('of the instance itself are published as its own', async () => {
		const group = await groupOf(ACCOUNT);
		const answer = await gateway.client.patch(`/v1/groups/${group}`, { instanceId, name: 'Ours' });
		expect(answer.status).toBe(200);
		const participants = `/v1/groups/${group}/participants`;
		await gateway.client.post(participants, { instanceId, action: 'promote', participants: [BOB] });
		expect(await eventsAbout(group)).toMatchObject([
			{ changed: ['name'], name: 'Ours', from: ACCOUNT, isFromMe: true },
			{ action: 'promote', participants: [{ phone: BOB }], isFromMe: true },
		]);
	});

	it('name who joins by an invite, who leaves, and that the instance was added', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Walks', members: [BOB] });
		await whatsApp.members({ by: ADA, group, action: 'add', phones: [ACCOUNT] });
		await whatsApp.join(EVE, (await whatsApp.groupInfo(group)).invite);
		await whatsApp.leave(EVE, group);
		await whatsApp.revokeInvite(ADA, group);
		expect(await eventsAbout(group)).toMatchObject([
			{ action: 'add', participants: [{ phone: ACCOUNT }], from: ADA },
			{ action: 'join', participants: [{ phone: EVE }], from: EVE },
			{ action: 'leave', participants: [{ phone: EVE }], from: EVE },
			{ changed: ['invite'], from: ADA },
		]);
	});

	it('are published once where WhatsApp delivers a notification again after a lost connection', async () => {
		const group = await groupOf(ADA);
		const stanza = {
			tag: 'notification',
			attrs: {
				from: group,
				type: 'w:gp2',
				id: 'AGAIN1',
				t: '1780000000',
				participant: `${ADA}@s.whatsapp.net`,
			},
			content: [{ tag: 'subject', attrs: { subject: 'Told once' } }],
		};
		await whatsApp.stanza(ACCOUNT, stanza);
		expect(await eventsAbout(group)).toMatchObject([{ name: 'Told once' }]);
		await gateway.restart();
		await gateway.has(instanceId, 'connected');
		await whatsApp.stanza(ACCOUNT, stanza);
		await whatsApp.changeGroup({ by: ADA, group, announce: true });
		expect(await eventsAbout(group)).toMatchObject([{ name: 'Told once' }, { announce: true }]);
	});

	it('that make no sense end nothing', async () => {
		const group = await groupOf(ADA);
		const { logins } = await whatsApp.stats();
		const attrs = { from: group, type: 'w:gp2', t: 'soon', participant: 'nobody' };
		const contents = [
			[],
			[{ tag: 'subject' }],
			[{ tag: 'description', content: 'no body' }],
			[{ tag: 'add' }],
			[{ tag: 'remove', content: [{ tag: 'participant' }, { tag: 'participant', attrs: { jid: group } }] }],
			[{ tag: 'create' }],
			[{ tag: 'modify', content: [{ tag: 'participant', attrs: { jid: 'x' } }] }],
			[{ tag: 'created_membership_requests' }],
			Array.from({ length: 200 }, () => ({ tag: 'locked' })),
		];
		for (const [index, content] of contents.entries()) {
			await whatsApp.stanza(ACCOUNT, {
				tag: 'notification',
				attrs: { ...attrs, id: `BAD${index}` },
				content,
			});
		}
		await whatsApp.stanza(ACCOUNT, { tag: 'notification', attrs: { from: group, type: 'picture', id: 'P' } });
		const events = await eventsAbout(group);
		expect(events.filter(({ action }) => action !== undefined).length).toBeLessThanOrEqual(1);
		expect(JSON.stringify(events).length).toBeLessThan(20_000);
		expect((await whatsApp.stats()).logins).toBe(logins);
	});
});

describe('invites to groups by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await whatsApp.close();
	});

	const join = (invite: string) => gateway.client.post('/v1/groups/join', { instanceId, invite });

	it('return the group that the instance is in already', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Choir', members: [ACCOUNT] });
		const answer = await join((await whatsApp.groupInfo(group)).invite);
		expect([answer.status, answer.at('data.id')]).toEqual([200, group]);
	});

	it('are refused with what to do where they are revoked, or the admins decide', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Choir', members: [] });
		const { invite } = await whatsApp.groupInfo(group);
		const next = await whatsApp.revokeInvite(ADA, group);
		const revoked = await join(`https://chat.whatsapp.com/${invite}?mode=ac_t`);
		expect([revoked.status, revoked.at('error.code')]).toEqual([404, 'group_not_found']);
		await whatsApp.queryRules({ query: 'w:g2 invite', times: 1, empty: true });
		const waiting = await join(next);
		expect(waiting.at('error.code')).toBe('group_not_found');
		expect(waiting.text('error.message')).toContain('admins');
	});

	it('can be asked for again where WhatsApp does not answer for the moment', async () => {
		const group = await whatsApp.group({ by: ACCOUNT, subject: 'Choir', members: [] });
		await whatsApp.queryRules({ query: 'w:g2 invite', times: 1, error: 503 });
		const path = `/v1/groups/${group}/invite?instanceId=${instanceId}`;
		expect((await gateway.client.get(path)).at('error.code')).toBe('service_unavailable');
		expect((await gateway.client.get(path)).text('data.invite')).toMatch(/^https:\/\/chat\.whatsapp\.com\//);
	});

	it('cause no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
