import type { Owner } from '../../conformance/client/owner.ts';
import { createTransport, type HttpResponse } from '../../conformance/client/transport.ts';
import { textAt } from '../../conformance/document/schema.ts';

export const ROLES = ['viewer', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Headers of requests in a session. */
export type SessionHeaders = Readonly<Record<string, string>>;

const PASSWORD = 'seven wooden ladders sing';

/** People with each role, who can sign in. */
export interface People {
	/** Begins another session. */
	signIn(role: Role): Promise<SessionHeaders>;
	close(): void;
}

/** The owner of a gateway invites the others. */
export async function invitePeople(url: string, owner: Owner): Promise<People> {
	const transport = createTransport(url);
	const post = async (path: string, body: unknown, session: SessionHeaders = {}): Promise<HttpResponse> => {
		const headers = { 'content-type': 'application/json', ...session };
		const target = `/admin/v1/${path}`;
		const response = await transport.send({ method: 'POST', target, headers, body: JSON.stringify(body) });
		if (response.status < 300) return response;
		throw new Error(`${path}: ${response.bytes.toString()}`);
	};
	const inviting = await owner.headers();
	for (const role of ['viewer', 'operator']) {
		const invited = await post('users', { name: role, role }, inviting);
		const [, invitation] = textAt(invited.json, 'data.inviteUrl').split('/#/setup/');
		await post('setup', { token: invitation, password: PASSWORD });
	}
	return {
		async signIn(role) {
			// Samples of calls may have given the owner another password.
			const password = role === 'owner' ? owner.password() : PASSWORD;
			return headersOf(await post('session', { name: role, password }));
		},
		close: () => {
			transport.close();
		},
	};
}

function headersOf({ headers, json }: HttpResponse): SessionHeaders {
	const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';');
	return { cookie, 'x-csrf-token': textAt(json, 'data.csrfToken') };
}

/** Whether a role may call an operation with this access. */
export function mayCallAs(role: Role, access: string): boolean {
	if (access === 'owner') return role === 'owner';
	return role !== 'viewer' || ['any key', 'signed in'].includes(access) || access.endsWith(':read');
}
