import { afterEach, describe, expect, it } from '@jest/globals';
import { runSql } from '../support/database.ts';
import type { MailServerMood } from '../support/servers/mail-server.ts';
import { hasMailPassword, startAlertStage, type AlertStage } from './alert-stage.ts';

describe('the mail of an alert', () => {
	let stage: AlertStage;
	afterEach(() => stage.close());

	it.each<[MailServerMood, RegExp]>([
		['greylists', /Greylisted/],
		['refuses login', /did not accept the user name or the password/],
		['hangs', /did not answer in time|within 30 seconds/],
		['drops', /closed the connection|did not take the mail|cannot be reached/],
		['talks nonsense', /not SMTP|did not take the mail|closed the connection/],
	])('is sent later where the mail server %s, and the page says why', async (mood, sentence) => {
		stage = await startAlertStage();
		const { mail, gateway } = stage;
		mail.mood = mood;
		await stage.disconnect();
		const failed = await stage.wait('the failed try', async () => {
			const { firing } = await stage.alerts();
			const last = firing[0]?.mail as { error: string | null; status: string } | null | undefined;
			return typeof last?.error === 'string' && last;
		});
		expect(failed).toMatchObject({ status: 'pending', error: expect.stringMatching(sentence) as unknown });
		expect((await stage.alerts()).mail).toMatchObject({ lastError: failed.error });
		mail.mood = 'accepts';
		await stage.wait('the mail', () => mail.mails.length === 1);
		await stage.wait('the error to be gone', async () => (await stage.alerts()).mail.lastError === null);
		// The gateway went on meanwhile.
		expect(stage.reported().map(({ event }) => event)).toContain('alert.firing');
		expect(hasMailPassword(gateway.logged.join('') + JSON.stringify(failed))).toBe(false);
	});

	it('is sent where its next try was due by a clock that was ahead by years', async () => {
		stage = await startAlertStage();
		const { mail, gateway } = stage;
		mail.mood = 'greylists';
		await stage.disconnect();
		const error = () => runSql(gateway.folder, 'select 1 from alert_notices where error is not null');
		await stage.wait('the failed try', async () => (await error()).length === 1);
		mail.mood = 'accepts';
		await runSql(gateway.folder, `update alert_notices set due_at = ${Date.UTC(2030, 0)}`);
		await stage.wait('the mail', () => mail.mails.length === 1);
	});

	it('reports the recipients that the server refused', async () => {
		stage = await startAlertStage();
		stage.mail.mood = 'refuses one';
		await stage.disconnect();
		await stage.wait('the mail', () => stage.mail.mails.length === 1);
		const error = await stage.wait('the note', async () => (await stage.alerts()).mail.lastError);
		expect(error).toBe('The mail server refused these recipients: gone@example.com.');
	});

	it('is given up after six tries, which the page shows', async () => {
		stage = await startAlertStage();
		stage.mail.mood = 'greylists';
		await stage.disconnect();
		await stage.wait('the alert', async () => (await stage.alerts()).firing.length === 1);
		const last = await stage.wait('the end', async () => {
			// The pauses between two tries are hours.
			stage.clock.advance(15 * 60_000);
			const mail = (await stage.alerts()).firing[0]?.mail as { status: string } | null | undefined;
			return mail?.status === 'failed' && mail;
		});
		expect(last).toMatchObject({ attempts: 6, nextAttemptAt: null, error: expect.any(String) as unknown });
	});

	it('can be tried from the page', async () => {
		stage = await startAlertStage();
		const { owner, mail } = stage;
		expect((await owner.post('/admin/v1/alerts/test-mail', {})).at('data.refused')).toEqual([]);
		expect(mail.mails[0]).toContain('Subject: Test');
		mail.mood = 'refuses login';
		const refused = await owner.post('/admin/v1/alerts/test-mail', {});
		expect([refused.status, refused.text('error.code')]).toEqual([422, 'mail_not_sent']);
		expect(refused.text('error.message')).toContain('GATEWAY_SMTP_URL');
		expect(hasMailPassword(JSON.stringify(refused.body))).toBe(false);
	});
});
