import { countedOperations, guardedOperations, isForPeople } from '../../document/document.ts';
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
		const withoutToken = await session.send(operation, { key: null, headers: { cookie } });
		expectError(report, KIND, 'without the CSRF token', withoutToken, ['csrf_token_required']);
		if (isForPeople(operation)) continue;
		const call = await createSample(operation, fixtures, known);
		const headers = { ...call.headers, ...(await session.owner.headers()) };
		const exchange = await session.send(operation, { ...call, key: null, headers });
		report.check(KIND, `${operation.name}: in a session`, exchange.response.status < 300, () =>
			formatExchange(exchange),
		);
	}
}

/** Checks that sensitive operations require a confirmed session. */
export async function checkConfirmations({ session, known, report }: Context): Promise<void> {
	await session.owner.headers();
	const { headers } = await session.owner.createSession();
	for (const operation of guardedOperations(session.document)) {
		const codes = [...operation.responses.values()].flatMap((response) => response.codes);
		if (!codes.includes('confirmation_required')) continue;
		// Only a webhook's new secret is sensitive, which the gateway compares with the one it has.
		const path = { webhookId: String(known.webhookId) };
		const secret = { path, body: { secret: 'another-secret-of-the-checker' } };
		const own = operation.name.startsWith('PUT /v1/webhooks') ? secret : {};
		const exchange = await session.send(operation, { key: null, headers, ...own });
		expectError(report, KIND, 'in a session that is not confirmed', exchange, ['confirmation_required']);
	}
}

/** Checks that people without a second factor may only set one up, where the operator requires one. */
export async function checkRequiredSecondFactor({ session, report }: Context): Promise<void> {
	for (const operation of guardedOperations(session.document)) {
		const codes = [...operation.responses.values()].flatMap((response) => response.codes);
		if (!codes.includes('second_factor_missing')) continue;
		const exchange = await session.send(operation, { key: null, headers: await session.owner.headers() });
		expectError(report, KIND, 'without a second factor', exchange, ['second_factor_missing']);
	}
}

/** Checks that a proxy signs in whom it names. */
export async function checkProxySignIn({ session, report }: Context): Promise<void> {
	const operation = session.operation('POST /admin/v1/session/proxy');
	const proxy = { 'x-forwarded-user': 'ada', 'x-gateway-sign-in-secret': PROXY_SECRET };
	const entered = await session.send(operation, { key: null, body: {}, headers: proxy });
	report.check(KIND, 'a proxy names a person', entered.response.status === 201, () =>
		formatExchange(entered),
	);
	const unnamed = await session.send(operation, { key: null, body: {} });
	expectError(report, KIND, 'without a name', unnamed, ['not_signed_in']);
	const token = session.gateway.setupToken();
	const named = { token, password: 'seven wooden ladders sing', name: 'Ada' };
	const asAda = await session.send('POST /admin/v1/setup', { key: null, body: named });
	expectError(report, KIND, 'a first owner with the name of somebody', asAda, ['name_taken']);
	await session.owner.headers();
	const owner = { ...proxy, 'x-forwarded-user': 'owner' };
	const taken = await session.send(operation, { key: null, body: {}, headers: owner });
	expectError(report, KIND, 'as somebody with a password', taken, ['user_not_found']);
}

/** The secret of the proxy of checkProxySignIn. */
export const PROXY_SECRET = 'what-only-the-proxy-knows-0123';

/** Checks the error before the owner has set a password. */
export async function checkNoOwner({ session, report }: Context): Promise<void> {
	const ownerOperations = session.document.operations.filter(isForPeople);
	for (const operation of [...ownerOperations, session.operation('POST /admin/v1/session')]) {
		const exchange = await session.send(operation, { key: null, body: { password: 'not set yet' } });
		expectError(report, KIND, 'without an owner', exchange, ['owner_not_set']);
	}
}
