/** A mail server, and how it is used. */
export interface SmtpServer {
	host: string;
	port: number;
	/** `implicit`: from the first byte (smtps); `required`: by STARTTLS, or nothing is sent; `optional`: where offered. */
	tls: 'implicit' | 'required' | 'optional';
	/** Null: the server takes mail without a sign-in. */
	login: { user: string; password: string } | null;
}

/** The server and the addresses by which alerts are sent as mails. */
export interface MailSettings {
	server: SmtpServer;
	/** The address in From. */
	from: string;
	/** At least one. */
	to: readonly string[];
}
