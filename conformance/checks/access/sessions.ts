import { countedOperations, guardedOperations } from '../../document/document.ts';
import { formatExchange } from '../../client/session.ts';
import { createSample } from '../../fixtures/samples.ts';
import type { Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'sessions';

/** Checks that the owner's session permits all that a key does, only from the gateway's origin and with its CSRF token. */
export async function checkSessions(context: Context): Promise<void> {
	const { session, fixtures, known, report } = context;
	for (const operation of countedOperations(session.document)) {
		const headers = { ...(await session.owner.headers()), origin: 'https://elsewhere.example' };
		const exchange = await session.send(operation, { key: null, headers });
		expectError(report, KIND, 'from another origin', exchange, ['origin_not_allowed']);
	}
	for (const operation of guardedOperations(session.document)) {
		const unknown = { cookie: 'mgw_session=unknown' };
		const rejected = await session.send(operation, { key: null, headers: unknown });
		expectError(report, KIND, 'in an unknown session', rejected, ['not_signed_in']);
		const { cookie = '' } = await session.owner.headers();
		if (operation.method !== 'GET') {
			const withoutToken = await session.send(operation, { key: null, headers: { cookie } });
			expectError(report, KIND, 'without the CSRF token', withoutToken, ['csrf_token_required']);
		}
		if (operation.scope === 'owner') continue;
		const call = await createSample(operation, fixtures, known);
		const headers = { ...call.headers, ...(await session.owner.headers()) };
		const exchange = await session.send(operation, { ...call, key: null, headers });
		report.check(KIND, `${operation.name}: in a session`, exchange.response.status < 300, () =>
			formatExchange(exchange),
		);
	}
}

/** Checks the error before the owner has set a password. */
export async function checkNoOwner({ session, report }: Context): Promise<void> {
	const ownerOperations = session.document.operations.filter(({ scope }) => scope === 'owner');
	for (const operation of [...ownerOperations, session.operation('POST /admin/v1/session')]) {
		const exchange = await session.send(operation, { key: null, body: { password: 'not set yet' } });
		expectError(report, KIND, 'without an owner', exchange, ['owner_not_set']);
	}
}
