import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runDoctor } from '../support/storage/doctor.ts';
import { startMailServer, type MailServer } from '../support/servers/mail-server.ts';

const PASSWORD = 'a-secret-of-the-mail-server';

describe('doctor, about the mail server', () => {
	let mail: MailServer;
	let folder: string;
	let remove: () => Promise<void>;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		mail = await startMailServer();
	});
	afterEach(async () => {
		await mail.close();
		await remove();
	});

	/** Returns the exit code and the lines about mail. */
	async function mailLines(url = `smtp://gateway:${PASSWORD}@127.0.0.1:${mail.port}`) {
		const { code, lines } = await runDoctor(folder, {
			GATEWAY_SMTP_URL: url,
			GATEWAY_ALERT_MAIL_FROM: 'gateway@example.com',
			GATEWAY_ALERT_MAIL_TO: 'ops@example.com',
		});
		expect(lines.join('\n')).not.toContain(PASSWORD);
		expect(lines.join('\n')).not.toContain(Buffer.from(`\u0000gateway\u0000${PASSWORD}`).toString('base64'));
		return { code, lines: lines.filter((line) => line.includes(' mail ')) };
	}

	it('says that it answers and accepts the login, and sends nothing', async () => {
		const { code, lines } = await mailLines();
		expect(lines).toEqual([
			expect.stringMatching(
				/^ok mail 127\.0\.0\.1:\d+ answers .*, and it accepts the login; the screen of alerts sends a test mail$/,
			),
		]);
		expect(code).toBe(0);
		expect(mail.connections()).toBe(1);
		expect(mail.mails).toEqual([]);
	});

	it('is left out where mail is not set up', async () => {
		const { lines } = await runDoctor(folder);
		expect(lines.filter((line) => line.includes(' mail '))).toEqual([]);
	});

	it.each([
		['refuses login', /did not accept the user name or the password of GATEWAY_SMTP_URL/],
		['talks nonsense', /Check host and port/],
		['refuses STARTTLS', /offers no valid TLS\. Check the port and the certificate.*TLS not available/],
		[
			'shows an unknown certificate',
			/its TLS certificate is not valid for this name\. Check host, port and certificate/,
		],
	] as const)('says what is wrong where it %s', async (mood, sentence) => {
		mail.mood = mood;
		const { code, lines } = await mailLines();
		expect(lines).toEqual([expect.stringMatching(/^problem mail The mail server 127\.0\.0\.1:/)]);
		expect(lines[0]).toMatch(sentence);
		expect(code).toBe(1);
	});

	it('says that nothing listens', async () => {
		const { port } = mail;
		await mail.close();
		const nobody = await mailLines(`smtp://127.0.0.1:${port}`);
		mail = await startMailServer();
		expect(nobody).toEqual({
			code: 1,
			lines: [expect.stringMatching(/^problem mail The mail server .* cannot be reached/)],
		});
	});
});
