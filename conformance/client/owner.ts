import { setTimeout as sleep } from 'node:timers/promises';
import { withoutParameterNames } from '../document/document.ts';
import { at, textAt } from '../document/schema.ts';
import type { GatewayProcess } from '../server/gateway-process.ts';
import { resetOwner } from '../server/keys.ts';
import type { Exchange } from './session.ts';
import { getErrorCode } from './response-rules.ts';
import { createTransport, type HttpResponse, type Transport } from './transport.ts';

/** Name and first password of the owner. */
const NAME = 'owner';
const PASSWORD = 'correct horse battery staple';
/**
 * An address of this machine for sign-ins with the right password: they would otherwise wait behind the wrong passwords
 * that the checker sends from the other one. Only Linux has it without configuration.
 */
const OWN_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : undefined;
/** Seconds that are worth waiting for. */
const LONGEST_WAIT = 8;
/** Milliseconds after which the owner signs in again: a session stays confirmed for five minutes. */
const CONFIRMED = 4 * 60_000;
/** Attempts to sign in while concurrent requests of the checker may use up the setup links. */
const MAX_ATTEMPTS = 5;

interface OwnerSession {
	cookie: string;
	csrfToken: string;
}

/**
 * The owner of a gateway, who signs in when an operation requires a session. Requests of the checker may sign the owner
 * out, change the password or use up the setup link, so `update` must be called after each request.
 */
export class Owner {
	private readonly gateway: GatewayProcess;
	private readonly transport: Transport;
	private session: OwnerSession | null = null;
	private signedInAt = 0;
	private signingIn: Promise<OwnerSession> | null = null;
	/** The token of an unused setup link. */
	private token: string | null;
	private current = PASSWORD;

	constructor(gateway: GatewayProcess) {
		this.gateway = gateway;
		this.transport = createTransport(gateway.url, OWN_ADDRESS);
		this.token = gateway.setupToken();
	}

	/** Returns the headers of the owner's session, after signing in if necessary. */
	async headers(): Promise<Record<string, string>> {
		if (this.session === null || performance.now() - this.signedInAt > CONFIRMED) {
			this.signingIn ??= this.signIn().finally(() => {
				this.signingIn = null;
			});
			this.session = await this.signingIn;
			this.signedInAt = performance.now();
		}
		return { cookie: this.session.cookie, 'x-csrf-token': this.session.csrfToken };
	}

	/** Signs in another person by their link; the session is confirmed. */
	async joinBy(link: string, password: string): Promise<Record<string, string>> {
		const token = /#\/setup\/(\S+)/.exec(link)?.[1] ?? '';
		const response = await this.post('/admin/v1/setup', { token, password });
		if (response.status !== 201) throw new Error(`The link does not work: ${response.bytes.toString()}`);
		const { cookie, csrfToken } = sessionOf(response);
		const session = await this.confirm({ cookie, csrfToken }, password);
		return { cookie: session.cookie, 'x-csrf-token': session.csrfToken };
	}

	close(): void {
		this.transport.close();
	}

	/** Returns the current password. */
	password(): string {
		return this.current;
	}

	/** Returns the token of an unused setup link, after a reset of the owner if necessary. */
	async setupToken(): Promise<string> {
		if (this.token !== null) return this.token;
		this.session = null;
		this.token = await resetOwner(this.gateway);
		return this.token;
	}

	/** Creates a second session. Its id is empty when the gateway rejects the sign-in. */
	async createSession(): Promise<{ sessionId: string; headers: Record<string, string> }> {
		await this.headers();
		const response = await this.post('/admin/v1/session', { name: NAME, password: this.current });
		if (response.status !== 201) return { sessionId: '', headers: {} };
		const { cookie, csrfToken } = sessionOf(response);
		const sessionId = textAt(response.json, 'data.sessionId');
		return { sessionId, headers: { cookie, 'x-csrf-token': csrfToken } };
	}

	/** Updates the state of the owner after a request. */
	update({ operation, request, response }: Exchange): void {
		const own = request.headers.cookie !== undefined && request.headers.cookie === this.session?.cookie;
		if (own && ['not_signed_in', 'owner_not_set'].includes(getErrorCode(response) ?? '')) this.session = null;
		if (response.status >= 300) return;
		switch (withoutParameterNames(operation.name)) {
			case 'POST /admin/v1/setup':
				// Links of invited people are theirs.
				if (at(response.json, 'data.user.name') !== NAME) break;
				this.token = null;
				// The new session is not confirmed yet; the next call signs in.
				this.session = null;
				this.current = bodyField(request.body, 'password');
				break;
			case 'POST /admin/v1/session/confirm':
				if (own) this.session = sessionOf(response);
				break;
			case 'PUT /admin/v1/password':
				this.current = bodyField(request.body, 'newPassword');
				break;
			case 'DELETE /admin/v1/sessions':
				this.session = null;
				break;
			case 'DELETE /admin/v1/session':
				if (own) this.session = null;
				break;
			default:
		}
	}

	private async signIn(): Promise<OwnerSession> {
		for (let attempt = 1; ; attempt += 1) {
			if (this.token === null) {
				const response = await this.post('/admin/v1/session', { name: NAME, password: this.current });
				if (response.status === 201) return this.confirm(sessionOf(response), this.current);
			}
			// After too many wrong passwords only a setup link works at once.
			const token = await this.setupToken();
			const response = await this.post('/admin/v1/setup', { token, password: PASSWORD });
			if (this.token === token) this.token = null;
			if (response.status === 201) {
				this.current = PASSWORD;
				return this.confirm(sessionOf(response), PASSWORD);
			}
			// A concurrent request of the checker may have used up the link.
			if (getErrorCode(response) !== 'invalid_setup_link' || attempt === MAX_ATTEMPTS) {
				throw new Error(`The owner cannot sign in: ${response.bytes.toString()}`);
			}
		}
	}

	/** Confirms a session for sensitive operations; returns the session with its new secrets. */
	private async confirm(session: OwnerSession, password: string): Promise<OwnerSession> {
		const headers = { cookie: session.cookie, 'x-csrf-token': session.csrfToken };
		const response = await this.post('/admin/v1/session/confirm', { password }, headers);
		// After too many wrong passwords it has to wait.
		return response.status === 200 ? sessionOf(response) : session;
	}

	/** Sends a request again when wrong passwords before it make it wait for a moment. */
	private async post(
		target: string,
		body: unknown,
		session: Record<string, string> = {},
	): Promise<HttpResponse> {
		const headers = { 'content-type': 'application/json', ...session };
		const request = { method: 'POST', target, headers, body: JSON.stringify(body) };
		const response = await this.transport.send(request);
		const wait = Number(response.headers['retry-after'] ?? 0);
		if (response.status !== 429 || wait > LONGEST_WAIT) return response;
		await sleep(wait * 1000);
		return this.transport.send(request);
	}
}

function sessionOf(response: HttpResponse): OwnerSession {
	const [cookie = ''] = (response.headers['set-cookie']?.[0] ?? '').split(';');
	return { cookie, csrfToken: textAt(response.json, 'data.csrfToken') };
}

function bodyField(body: string | Buffer | null, name: string): string {
	return String(at(JSON.parse(String(body)), name));
}
