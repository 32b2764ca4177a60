import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startMailServer, type MailServer } from '../support/servers/mail-server.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { openBrowser, PASSWORD, type Browser } from '../support/owner.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

const MAIL_PASSWORD = 'a-secret-of-the-mail-server';

/** A gateway with a mail server, a receiver of alerts, an owner, and an instance that can be disconnected. */
export interface AlertStage {
	clock: ManualClock;
	/** The URL of the gateway and its requests, also after a restart. */
	gateway: TestGateway;
	restart(): Promise<void>;
	mail: MailServer;
	receiver: Receiver;
	owner: Browser;
	instanceId: string;
	/** Moves the time on, second by second, until something holds. */
	wait<T>(
		what: string,
		check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
	): Promise<T>;
	/** Waits until the first alert that is firing has this many mails, and the gateway knows that the last one was sent. */
	mailed(count: number): Promise<unknown>;
	/** The events about alerts that the receiver got so far, without their ids and times. */
	reported(): { event: unknown; kind: unknown; reminder: unknown }[];
	/** The alerts that are firing, and how mails of them go. */
	alerts(): Promise<{ firing: Record<string, unknown>[]; mail: Record<string, unknown> }>;
	disconnect(): Promise<void>;
	reconnect(): Promise<void>;
	close(): Promise<void>;
}

export async function startAlertStage(environment: Record<string, string> = {}): Promise<AlertStage> {
	const clock = createManualClock();
	const mail = await startMailServer();
	const receiver = await startReceiver();
	const gateway = await startTestGateway({
		clock,
		environment: {
			GATEWAY_SMTP_URL: `smtp://gateway:${MAIL_PASSWORD}@127.0.0.1:${mail.port}`,
			GATEWAY_ALERT_MAIL_FROM: 'gateway@example.com',
			GATEWAY_ALERT_MAIL_TO: 'ops@example.com,gone@example.com',
			GATEWAY_ALERT_DISK_FREE: 'off',
			...environment,
		},
	});
	const owner = openBrowser(gateway);
	await owner.post('/admin/v1/setup', { token: gateway.setupToken, password: PASSWORD });
	await gateway.post('/v1/webhooks', { url: receiver.url, events: ['alert.firing', 'alert.resolved'] });
	const instanceId = await connectedInstance(gateway, 'Shop');
	const stage: AlertStage = {
		clock,
		gateway,
		mail,
		receiver,
		owner,
		instanceId,
		async restart() {
			stage.gateway = await stage.gateway.restart();
			stage.owner = openBrowser(stage.gateway);
			await stage.owner.signIn();
		},
		wait: (what, check) =>
			until(what, () => {
				clock.advance(1000);
				return check();
			}),
		mailed: (count) =>
			stage.wait(`${count} mails`, async () => {
				if (mail.mails.length !== count) return false;
				const [alert] = (await stage.alerts()).firing;
				return (alert?.mail as { status?: string } | null)?.status === 'sent';
			}),
		reported: () =>
			receiver.requests.map((request) => ({
				event: request.at('event'),
				kind: request.at('data.kind'),
				reminder: request.at('data.reminder'),
			})),
		async alerts() {
			const answer = await stage.owner.get('/admin/v1/alerts');
			if (answer.status === 200) return answer.at('data') as Awaited<ReturnType<AlertStage['alerts']>>;
			// The session has ended, because the test has moved the time on by a day.
			await stage.owner.signIn();
			return stage.alerts();
		},
		async disconnect() {
			await stage.gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		},
		async reconnect() {
			await stage.gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
			await stage.gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		},
		async close() {
			await stage.gateway.close();
			await mail.close();
			await receiver.close();
		},
	};
	return stage;
}

/** Whether a text contains the password of the mail server, as it is or encoded for a sign-in. */
export function hasMailPassword(text: string): boolean {
	const plain = Buffer.from(`\u0000gateway\u0000${MAIL_PASSWORD}`).toString('base64');
	return text.includes(MAIL_PASSWORD) || text.includes(plain);
}
