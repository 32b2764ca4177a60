import type { Clock } from '../../domain/clock.ts';
import { explainMailError, type MailError } from './mail-error.ts';
import type { MailSettings } from './mail-settings.ts';

/** A mail of plain text. */
export interface Mail {
	/** The part of its Message-ID before the @: a mail that is sent again has the same. */
	id: string;
	/** The id of an earlier mail that it belongs to; null: none. */
	about: string | null;
	subject: string;
	text: string;
}

/** Sends mails to the recipients of alerts. */
export interface Mailer {
	settings: MailSettings;
	/**
	 * Sends a mail. Returns the recipients that the server refused while it accepted others. Throws MailError, after 30
	 * seconds at most, and when the signal aborts.
	 */
	send(mail: Mail, signal?: AbortSignal): Promise<{ refused: string[] }>;
	/** Connects and signs in, as for a mail, and sends none. Throws MailError, after 10 seconds without an answer. */
	verify(): Promise<void>;
}

/** Milliseconds for a whole try, for the connection, and without any answer of the server. */
const TIMEOUT = 30_000;
const CONNECTION_TIMEOUT = 10_000;
const SILENCE_TIMEOUT = 20_000;
/** Most bytes of an answer of the server. */
const ANSWER_LIMIT = 64 * 1024;

/** Creates the mailer. The library that speaks SMTP is loaded with the first mail. */
export function createMailer(settings: MailSettings, clock: Clock): Mailer {
	const { server, from, to } = settings;
	const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
	const idOf = (id: string): string => `<${id}@${domain}>`;

	async function openTransport() {
		const { createTransport } = await import('nodemailer');
		return createTransport({
			host: server.host,
			port: server.port,
			secure: server.tls === 'implicit',
			requireTLS: server.tls === 'required',
			...(server.login === null ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
			connectionTimeout: CONNECTION_TIMEOUT,
			dnsTimeout: CONNECTION_TIMEOUT,
			greetingTimeout: CONNECTION_TIMEOUT,
			socketTimeout: SILENCE_TIMEOUT,
			socketCloseTimeout: 0,
			maxResponseSize: ANSWER_LIMIT,
			disableFileAccess: true,
			disableUrlAccess: true,
		});
	}

	async function sendWithin({ id, about, subject, text }: Mail, signal: AbortSignal) {
		const transport = await openTransport();
		const info = await transport.sendMail({
			from,
			to: [...to],
			subject,
			text,
			date: new Date(clock.now()),
			messageId: idOf(id),
			...(about === null ? {} : { inReplyTo: idOf(about), references: [idOf(about)] }),
			// Of a program: nobody's absence note answers it (RFC 3834).
			headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
			signal,
		});
		return { refused: info.rejected.map(String) };
	}

	return {
		settings,
		async send(mail, end) {
			const controller = new AbortController();
			const cancel = clock.schedule(TIMEOUT, () => {
				controller.abort();
			});
			try {
				return await sendWithin(
					mail,
					end === undefined ? controller.signal : AbortSignal.any([controller.signal, end]),
				);
			} catch (error) {
				throw failureOf(error, controller.signal);
			} finally {
				cancel();
			}
		},
		async verify() {
			const transport = await openTransport();
			try {
				await transport.verify();
			} catch (error) {
				throw explainMailError(error, { server, isTimeout: false });
			} finally {
				transport.close();
			}
		},
	};

	function failureOf(error: unknown, signal: AbortSignal): MailError {
		return explainMailError(error, { server, isTimeout: signal.aborted });
	}
}
