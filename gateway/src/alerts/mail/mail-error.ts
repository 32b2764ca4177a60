import { codeOf } from '../../lib/errors/error-code.ts';
import { ExplainedError } from '../../lib/errors/explained-error.ts';
import type { SmtpServer } from './mail-settings.ts';

/** A mail was not sent. The message says why and what to do; it contains no password. */
export class MailError extends ExplainedError {}

/** Maximum length of a mail server's answer in the message, in characters. */
const ANSWER_LIMIT = 300;

const WRONG_LOGIN = 'did not accept the user name or the password of GATEWAY_SMTP_URL';
const SENTENCES: Record<string, string> = {
	EAUTH: WRONG_LOGIN,
	ENOAUTH: WRONG_LOGIN,
	EENVELOPE: 'refused the sender or all recipients. Check GATEWAY_ALERT_MAIL_FROM and GATEWAY_ALERT_MAIL_TO',
	EMESSAGE: 'refused the mail',
	ETLS: 'offers no valid TLS. Check the port and the certificate; ?tls=optional at the end of GATEWAY_SMTP_URL sends without it where there is none',
	ESOCKET:
		'cannot be reached, or its TLS certificate is not valid for this name. Check host, port and certificate',
	ECONNECTION: 'closed the connection',
	EDNS: 'has a name that cannot be resolved. Check the host in GATEWAY_SMTP_URL',
	ETIMEDOUT: 'did not answer in time. Check host, port and firewall',
	EPROTOCOL: 'answered something that is not SMTP. Check host and port',
};

const NOT_NOW = 'does not take the mail now';

/** Returns the error of a try as a MailError, with an explanation for the operator. */
export function explainMailError(
	error: unknown,
	{ server, isTimeout }: { server: SmtpServer; isTimeout: boolean },
): MailError {
	const name = `The mail server ${server.host}:${server.port}`;
	if (isTimeout) {
		return new MailError(
			`${name} did not take the mail within 30 seconds. Check host, port and firewall. The gateway tries again.`,
		);
	}
	const code = codeOf(error);
	// A server that refuses STARTTLS answers 454, as if later tries could help.
	const isLater = isTemporary(error) && code !== 'ETLS';
	const sentence = isLater ? NOT_NOW : (SENTENCES[code] ?? 'did not take the mail');
	const answer = answerOf(error, server);
	return new MailError(`${name} ${sentence}.${answer === '' ? '' : ` It said: “${answer}”.`}`, {
		cause: error,
	});
}

/** Whether the server asks for a later try (4xx), as with greylisting. */
function isTemporary(error: unknown): boolean {
	const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : NaN;
	return code >= 400 && code < 500;
}

/** Returns the server's answer on one line of limited length, without the password that it may repeat. */
function answerOf(error: unknown, { login }: SmtpServer): string {
	const response = error instanceof Error && 'response' in error ? error.response : undefined;
	const text = typeof response === 'string' ? response : '';
	const line = withoutSecrets(text, login)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
	return line.length > ANSWER_LIMIT ? `${line.slice(0, ANSWER_LIMIT)}…` : line;
}

/** A server may repeat the password in its answer, plain or in the encoding of the login. */
function withoutSecrets(text: string, login: SmtpServer['login']): string {
	if (login === null) return text;
	const { user, password } = login;
	const base64 = (value: string): string => Buffer.from(value).toString('base64');
	return [password, base64(password), base64(`\u0000${user}\u0000${password}`)].reduce(
		(cleaned, secret) => cleaned.replaceAll(secret, '***'),
		text,
	);
}
