import type { SmtpServer } from '../alerts/mail/mail-settings.ts';
import { isLoopback } from '../lib/guarded-http/address.ts';
import { InvalidValue } from './setting.ts';

/** Ports of mail submission: with TLS from the first byte, and with STARTTLS. */
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;
const UNREADABLE =
	'a valid URL: in its user and its password write % as %25, @ as %40, : as %3A, / as %2F, ? as %3F and # as %23, as in smtp://user:p%40ssword@mail.example.com:587';
const UNENCRYPTED =
	'without a user and a password, or without tls=optional: the password must not travel unencrypted';

/**
 * Parses the URL of a mail server, such as smtp://user:password@mail.example.com:587. Without TLS nothing is sent, unless
 * the server is on this machine or the URL ends with ?tls=optional. Throws InvalidValue.
 */
export function parseSmtpUrl(value: string): SmtpServer {
	const url = URL.parse(value);
	if (url === null || !/^smtps?:\/\//.test(value)) throw new Error('not SMTP');
	const { protocol, hostname, port, pathname, search, hash } = url;
	if (hostname === '' || !['', '/'].includes(pathname) || hash !== '') throw new InvalidValue(UNREADABLE);
	if (!['', '?tls=optional'].includes(search)) throw new Error('unknown parameter');
	const login = loginOf(url);
	const isLocal = isLoopback(hostname);
	if (login !== null && search !== '' && !isLocal) throw new InvalidValue(UNENCRYPTED);
	const secure = protocol === 'smtps:';
	return {
		host: hostname.replace(/^\[|\]$/g, ''),
		port: port === '' ? PORTS[secure ? 'smtps:' : 'smtp:'] : Number(port),
		tls: secure ? 'implicit' : search !== '' || isLocal ? 'optional' : 'required',
		login,
	};
}

function loginOf({ username, password }: URL): SmtpServer['login'] {
	try {
		const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
		if (login.user === '' && login.password === '') return null;
		if (login.user === '' || login.password === '') throw new Error('half a login');
		return login;
	} catch {
		throw new InvalidValue(UNREADABLE);
	}
}
