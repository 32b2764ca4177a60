import { withoutParameterNames } from '../document/document.ts';
import { at, textAt } from '../document/schema.ts';
import type { GatewayProcess } from '../server/gateway-process.ts';
import { resetOwner } from '../server/keys.ts';
import type { Exchange } from './session.ts';
import { getErrorCode } from './response-rules.ts';
import type { Answer, Transport } from './transport.ts';

/** The password the owner begins with. */
const PASSWORD = 'correct horse battery staple';
/** How often the owner tries to sign in, while others use up the links meant for that. */
const TRIES = 5;

interface SignedIn {
	cookie: string;
	csrfToken: string;
}

/**
 * The owner of a gateway, signed in whenever an operation asks for that. Requests of the checker may sign it out,
 * change its password or use up its link: `note` keeps up with that.
 */
export class Owner {
	private readonly gateway: GatewayProcess;
	private readonly transport: Transport;
	private signedIn: SignedIn | null = null;
	private entering: Promise<SignedIn> | null = null;
	/** A one-time link's token that was not used yet. */
	private token: string | null;
	private current = PASSWORD;

	constructor(gateway: GatewayProcess, transport: Transport) {
		this.gateway = gateway;
		this.transport = transport;
		this.token = gateway.setupToken();
	}

	/** Headers by which a request is made in the owner's session. */
	async headers(): Promise<Record<string, string>> {
		if (this.signedIn === null) {
			this.entering ??= this.enter().finally(() => {
				this.entering = null;
			});
			this.signedIn = await this.entering;
		}
		return { cookie: this.signedIn.cookie, 'x-csrf-token': this.signedIn.csrfToken };
	}

	/** The password as it is now. */
	password(): string {
		return this.current;
	}

	/** A one-time link's token that is good for a new password. */
	async setupToken(): Promise<string> {
		if (this.token !== null) return this.token;
		this.signedIn = null;
		this.token = await resetOwner(this.gateway);
		return this.token;
	}

	/** Another session beside the owner's; its id is empty where the gateway lets nobody in for now. */
	async another(): Promise<{ sessionId: string; headers: Record<string, string> }> {
		await this.headers();
		const answer = await this.post('/admin/v1/session', { password: this.current });
		if (answer.status !== 201) return { sessionId: '', headers: {} };
		const { cookie, csrfToken } = signedInBy(answer);
		const sessionId = textAt(answer.json, 'data.sessionId');
		return { sessionId, headers: { cookie, 'x-csrf-token': csrfToken } };
	}

	/** Updates the state of the owner after a request. */
	note({ operation, request, answer }: Exchange): void {
		const own = request.headers.cookie !== undefined && request.headers.cookie === this.signedIn?.cookie;
		if (own && ['not_signed_in', 'owner_not_set'].includes(getErrorCode(answer) ?? '')) this.signedIn = null;
		if (answer.status >= 300) return;
		switch (withoutParameterNames(operation.name)) {
			case 'POST /admin/v1/setup':
				this.token = null;
				this.signedIn = signedInBy(answer);
				this.current = inBody(request.body, 'password');
				break;
			case 'PUT /admin/v1/password':
				this.current = inBody(request.body, 'newPassword');
				break;
			case 'DELETE /admin/v1/sessions':
				this.signedIn = null;
				break;
			case 'DELETE /admin/v1/session':
				if (own) this.signedIn = null;
				break;
			default:
		}
	}

	private async enter(): Promise<SignedIn> {
		for (let tries = 1; ; tries += 1) {
			if (this.token === null) {
				const answer = await this.post('/admin/v1/session', { password: this.current });
				if (answer.status === 201) return signedInBy(answer);
			}
			// Too many wrong passwords came before; who has a link does not have to wait.
			const token = await this.setupToken();
			const answer = await this.post('/admin/v1/setup', { token, password: PASSWORD });
			if (this.token === token) this.token = null;
			if (answer.status === 201) {
				this.current = PASSWORD;
				return signedInBy(answer);
			}
			// A request of the checker that was under way at the same time may have used the link up.
			if (getErrorCode(answer) !== 'invalid_setup_link' || tries === TRIES) {
				throw new Error(`The owner cannot sign in: ${answer.bytes.toString()}`);
			}
		}
	}

	private post(target: string, body: unknown): Promise<Answer> {
		const headers = { 'content-type': 'application/json' };
		return this.transport.send({ method: 'POST', target, headers, body: JSON.stringify(body) });
	}
}

function signedInBy(answer: Answer): SignedIn {
	const [cookie = ''] = (answer.headers['set-cookie']?.[0] ?? '').split(';');
	return { cookie, csrfToken: textAt(answer.json, 'data.csrfToken') };
}

function inBody(body: string | Buffer | null, name: string): string {
	return String(at(JSON.parse(String(body)), name));
}
