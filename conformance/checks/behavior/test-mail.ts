import type { MailServer } from '../../../gateway/test/support/servers/mail-server.ts';
import { formatExchange } from '../../client/session.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'test mail';

/** GATEWAY_SMTP_URL: checks that a test mail is sent, and the error when the mail server is gone. Closes the server. */
export async function checkTestMail(
	{ session, report }: Context,
	mailServer: Pick<MailServer, 'close'>,
): Promise<void> {
	const operation = session.operation('POST /admin/v1/alerts/test-mail');
	const sent = await session.send(operation, { body: {} });
	report.check(KIND, 'a test mail is sent', sent.response.status === 200, () => formatExchange(sent));
	await mailServer.close();
	const refused = await session.send(operation, { body: {} });
	expectError(report, KIND, 'without its mail server', refused, ['mail_not_sent']);
}
