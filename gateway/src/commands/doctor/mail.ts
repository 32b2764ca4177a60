import { MailError } from '../../alerts/mail/mail-error.ts';
import type { MailSettings } from '../../alerts/mail/mail-settings.ts';
import { createMailer } from '../../alerts/mail/mailer.ts';
import type { Clock } from '../../domain/clock.ts';
import { ok, problem, type Finding } from './finding.ts';

const TOPIC = 'mail';
const PROTECTION = {
	implicit: 'with TLS',
	required: 'with STARTTLS',
	optional: 'with STARTTLS where the server offers it',
} as const;

/** Checks that the server of GATEWAY_SMTP_URL can be reached and accepts the login; sends no mail. */
export async function checkMail(settings: MailSettings | null, clock: Clock): Promise<Finding[]> {
	if (settings === null) return [];
	const { host, port, tls, login } = settings.server;
	try {
		await createMailer(settings, clock).verify();
	} catch (error) {
		if (!(error instanceof MailError)) throw error;
		return [problem(TOPIC, error.message)];
	}
	const accepts = login === null ? 'no login is set' : 'it accepts the login';
	return [
		ok(
			TOPIC,
			`${host}:${port} answers ${PROTECTION[tls]}, and ${accepts}; the screen of alerts sends a test mail`,
		),
	];
}
