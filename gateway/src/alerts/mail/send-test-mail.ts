import { GatewayError } from '../../domain/error.ts';
import type { NewId } from '../../domain/ids.ts';
import { composeTestMail } from './compose-mail.ts';
import { MailError } from './mail-error.ts';
import type { Mailer } from './mailer.ts';

export interface TestMailDeps {
	mailer: Mailer | null;
	newId: NewId;
}

/** Sends a test mail to the recipients of alerts. Throws mail_not_set_up, or mail_not_sent with the reason. */
export async function sendTestMail(
	{ mailer, newId }: TestMailDeps,
	pageUrl: string,
): Promise<{ to: string[]; refused: string[] }> {
	if (mailer === null) {
		throw new GatewayError(
			'mail_not_set_up',
			'No mail server is set. Set GATEWAY_SMTP_URL, GATEWAY_ALERT_MAIL_FROM and GATEWAY_ALERT_MAIL_TO, and start the gateway again.',
		);
	}
	try {
		const { refused } = await mailer.send(composeTestMail(newId('ntc'), pageUrl));
		return { to: [...mailer.settings.to], refused };
	} catch (error) {
		if (!(error instanceof MailError)) throw error;
		throw new GatewayError('mail_not_sent', error.message, { cause: error });
	}
}
