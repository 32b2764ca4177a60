import { afterEach, describe, expect, it } from '@jest/globals';
import { sendText } from '../support/gateway.ts';
import { metricsOf } from '../support/metrics.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { startAlertStage, type AlertStage } from './alert-stage.ts';

const HOUR = 3_600_000;

describe('an alert', () => {
	let stage: AlertStage;
	afterEach(() => stage.close());

	it('is reported once when it begins and once when it ends, by webhook and by mail', async () => {
		stage = await startAlertStage();
		const { gateway, instanceId, mail, receiver } = stage;
		await stage.disconnect();
		await stage.wait('the first mail', () => mail.mails.length === 1);
		const [begin] = mail.mails;
		expect(begin).toContain('To: ops@example.com, gone@example.com');
		expect(begin).toContain('Auto-Submitted: auto-generated');
		expect(begin).toMatch(/Message-ID: <ntc_/i);
		const reported = await stage.wait('the event', () => receiver.requests[0]);
		expect(reported.event).toMatchObject({
			event: 'alert.firing',
			data: {
				instanceId,
				kind: 'instance_disconnected',
				message: 'The instance “Shop” is disconnected (logged_out): it neither sends nor receives.',
				advice: expect.stringContaining('Scan a new QR code') as unknown,
				url: `${gateway.url}/#/instances/${instanceId}`,
				reminder: false,
			},
		});
		expect(reported.headers['webhook-signature']).toBeDefined();

		await stage.reconnect();
		await stage.wait('the second mail', () => mail.mails.length === 2);
		expect(mail.mails[1]).toContain('Resolved');
		await stage.wait('the second event', () => receiver.requests.length === 2);
		expect(stage.reported().map(({ event }) => event)).toEqual(['alert.firing', 'alert.resolved']);
		expect((await stage.alerts()).firing).toEqual([]);
		const past = await stage.owner.get('/admin/v1/alerts/past');
		expect(past.at('data')).toMatchObject([{ kind: 'instance_disconnected', mail: { status: 'sent' } }]);
	});

	it('is none for an instance that its user disconnects', async () => {
		stage = await startAlertStage();
		await stage.gateway.post(`/v1/instances/${stage.instanceId}/disconnect`);
		const other = await stage.gateway.post('/v1/webhooks', {
			url: 'https://example.com/hook',
			events: ['message.received'],
		});
		expect(other.status).toBe(201);
		for (let pass = 0; pass < 3; pass += 1) {
			const at = stage.clock.now();
			await stage.wait('a look', () => stage.clock.now() > at + 20_000);
		}
		expect((await stage.alerts()).firing).toEqual([]);
		expect(stage.mail.mails).toEqual([]);
	});

	it('stays one where its cause comes and goes, and survives a restart', async () => {
		stage = await startAlertStage();
		await stage.disconnect();
		await stage.mailed(1);
		await stage.reconnect();
		await stage.restart();
		await stage.disconnect();
		const at = stage.clock.now();
		await stage.wait('more looks', () => stage.clock.now() > at + 60_000);
		expect((await stage.alerts()).firing).toHaveLength(1);
		expect(stage.mail.mails).toHaveLength(1);
		expect(stage.reported().map(({ event }) => event)).toEqual(['alert.firing']);
	});

	it('is reminded of after a day, unless it is acknowledged', async () => {
		stage = await startAlertStage();
		const { clock, mail, owner } = stage;
		await stage.disconnect();
		await stage.mailed(1);
		clock.advance(24 * HOUR);
		await stage.mailed(2);
		expect(mail.mails[1]).toContain('Still alerting');
		const [alert] = (await stage.alerts()).firing;
		const path = `/admin/v1/alerts/${String(alert?.alertId)}`;
		const acknowledged = await owner.post(`${path}/acknowledge`, {});
		expect(acknowledged.text('data.acknowledgedBy')).toMatch(/^usr_/);
		expect((await owner.get('/admin/v1/alerts/count')).at('data')).toEqual({ firing: 1, unattended: 0 });
		clock.advance(25 * HOUR);
		const at = clock.now();
		await stage.wait('some looks', () => clock.now() > at + 60_000);
		expect(mail.mails).toHaveLength(2);
	});

	it('is not reported while it is muted, and reported when the mute ends', async () => {
		stage = await startAlertStage();
		const { clock, mail, owner } = stage;
		await stage.disconnect();
		await stage.mailed(1);
		const [alert] = (await stage.alerts()).firing;
		const path = `/admin/v1/alerts/${String(alert?.alertId)}/mute`;
		expect((await owner.put(path, { hours: 2 })).text('data.mutedUntil')).toMatch(/Z$/);
		await stage.reconnect();
		await stage.wait('the end', async () => (await stage.alerts()).firing.length === 0);
		await stage.disconnect();
		await stage.wait('the next begin', async () => (await stage.alerts()).firing.length === 1);
		expect(mail.mails).toHaveLength(1);
		clock.advance(2 * HOUR);
		await stage.wait('the mail after the mute', () => mail.mails.length === 2);
		expect((await owner.put('/admin/v1/alerts/alr_none/mute', { hours: 1 })).text('error.code')).toBe(
			'alert_not_found',
		);
	});

	it('reports a disk with less space than it should have', async () => {
		stage = await startAlertStage({ GATEWAY_ALERT_DISK_FREE: '1000TB' });
		const [mail] = await stage.wait('the mail', () => stage.mail.mails.length > 0 && stage.mail.mails);
		expect(mail).toContain('GATEWAY_MEDIA_LIMIT');
		expect((await stage.alerts()).firing).toMatchObject([{ kind: 'disk_filling', screen: '/usage' }]);
	});

	/** Waits until an alert of a kind fires, then returns it. */
	const firing = (kind: string) =>
		stage.wait(`an alert ${kind}`, async () => {
			const found = (await stage.alerts()).firing.find((alert) => alert.kind === kind);
			return found;
		});
	const ended = (kind: string) =>
		stage.wait(`the end of ${kind}`, async () =>
			(await stage.alerts()).firing.every((alert) => alert.kind !== kind),
		);
	/** The events about alerts of a kind, in the order in which they came. */
	const reportsOf = (kind: string) =>
		stage
			.reported()
			.filter((one) => one.kind === kind)
			.map(({ event }) => event);
	const receive = () =>
		stage.gateway.post(`/simulator/v1/instances/${stage.instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});
	const firingInMetrics = async (kind: string) =>
		(await metricsOf(stage.gateway)).get(`gateway_alerts_firing{kind="${kind}"}`);

	it('reports a failing webhook, and its recovery', async () => {
		stage = await startAlertStage({ GATEWAY_RETRY_SCHEDULE: '0s,30s,30s,30s,30s,30s,30s,30s,30s' });
		const broken = await startReceiver();
		broken.answer((response) => response.writeHead(500).end('no'));
		const created = await stage.gateway.post('/v1/webhooks', {
			url: broken.url,
			events: ['message.received'],
			name: 'Orders',
		});
		await receive();
		const alert = await firing('webhook_failing');
		expect(alert).toMatchObject({
			webhookId: created.text('data.id'),
			message: 'Deliveries to the webhook “Orders” fail.',
			screen: `/webhooks/${created.text('data.id')}`,
		});
		expect(await firingInMetrics('webhook_failing')).toBe(1);
		broken.answer((response) => response.writeHead(200).end());
		await receive();
		await ended('webhook_failing');
		await stage.wait('both events', () => reportsOf('webhook_failing').length === 2);
		expect(reportsOf('webhook_failing')).toEqual(['alert.firing', 'alert.resolved']);
		expect(await firingInMetrics('webhook_failing')).toBe(0);
		await broken.close();
	});

	it('reports a restriction of an account, and its end', async () => {
		stage = await startAlertStage();
		const path = `/simulator/v1/instances/${stage.instanceId}/restriction`;
		const until = new Date(stage.clock.now() + 6 * HOUR).toISOString();
		await stage.gateway.post(path, { kind: 'sending', until });
		expect(await firing('instance_restricted')).toMatchObject({
			instanceId: stage.instanceId,
			message: `The network does not let the account of “Shop” send messages until ${until}.`,
		});
		await stage.gateway.delete(path);
		await ended('instance_restricted');
		await stage.wait('both events', () => reportsOf('instance_restricted').length === 2);
		expect(reportsOf('instance_restricted')).toEqual(['alert.firing', 'alert.resolved']);
	});

	it('reports messages that wait too long, and the end of the wait', async () => {
		stage = await startAlertStage({ GATEWAY_ALERT_QUEUE_AGE: '1m', GATEWAY_SEND_INTERVAL: '5m' });
		for (const number of ['4915112345678', '4915112345679']) {
			await sendText(stage.gateway, stage.instanceId, number);
		}
		expect(await firing('messages_waiting')).toMatchObject({ instanceId: null, screen: '/instances' });
		await ended('messages_waiting');
		await stage.wait('both events', () => reportsOf('messages_waiting').length === 2);
		expect(reportsOf('messages_waiting')).toEqual(['alert.firing', 'alert.resolved']);
	});

	it('reports deliveries that wait too long, and the end of the wait', async () => {
		stage = await startAlertStage({ GATEWAY_ALERT_QUEUE_AGE: '1m' });
		const slow = await startReceiver();
		await stage.gateway.post('/v1/webhooks', {
			url: slow.url,
			events: ['message.received'],
			ratePerSecond: 1,
		});
		// At one a second, the last of them waits for more than the minute and the time between two looks.
		for (let count = 0; count < 100; count += 1) await receive();
		expect(await firing('deliveries_waiting')).toMatchObject({
			instanceId: null,
			webhookId: null,
			message: 'Deliveries to webhooks have been due for longer than a minute and were not attempted.',
		});
		expect(await firingInMetrics('deliveries_waiting')).toBe(1);
		await ended('deliveries_waiting');
		expect(slow.requests).toHaveLength(100);
		await stage.wait('both events', () => reportsOf('deliveries_waiting').length === 2);
		expect(reportsOf('deliveries_waiting')).toEqual(['alert.firing', 'alert.resolved']);
		await slow.close();
	});

	it('names in the audit log who acknowledged and muted it', async () => {
		stage = await startAlertStage();
		await stage.disconnect();
		const { alertId } = await firing('instance_disconnected');
		const path = `/admin/v1/alerts/${String(alertId)}`;
		await stage.owner.post(`${path}/acknowledge`, {});
		await stage.owner.put(`${path}/mute`, { hours: 2 });
		await stage.owner.put(`${path}/mute`, { hours: null });
		const entries = (await stage.owner.get('/admin/v1/audit?limit=3')).at('data') as Record<
			string,
			unknown
		>[];
		const about = { kind: 'instance_disconnected', subject: stage.instanceId };
		expect(entries).toMatchObject([
			{ action: 'alert.unmuted', target: alertId, details: about },
			{ action: 'alert.muted', target: alertId, details: { ...about, hours: 2 } },
			{ action: 'alert.acknowledged', target: alertId, details: about },
		]);
	});
});
