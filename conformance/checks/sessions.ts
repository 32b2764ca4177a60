import { countedOperations, guardedOperations } from '../document/document.ts';
import { told } from '../exchange/session.ts';
import { sampleOf } from '../world/samples.ts';
import type { Context } from './context.ts';
import { expectRefusal } from './refusal.ts';

const KIND = 'sessions';

/** The owner's session does all that a key does, from the gateway's own page, with the session's own token. */
export async function checkSessions(context: Context): Promise<void> {
	const { session, world, known, report } = context;
	for (const operation of countedOperations(session.document)) {
		const headers = { ...(await session.owner.headers()), origin: 'https://elsewhere.example' };
		const exchange = await session.send(operation, { key: null, headers });
		expectRefusal(report, KIND, 'from another origin', exchange, ['origin_not_allowed']);
	}
	for (const operation of guardedOperations(session.document)) {
		const nobody = { cookie: 'mgw_session=of-nobody' };
		const ended = await session.send(operation, { key: null, headers: nobody });
		expectRefusal(report, KIND, 'in a session that is over', ended, ['not_signed_in']);
		const { cookie = '' } = await session.owner.headers();
		if (operation.method !== 'GET') {
			const bare = await session.send(operation, { key: null, headers: { cookie } });
			expectRefusal(report, KIND, 'without the CSRF token', bare, ['csrf_token_required']);
		}
		if (operation.scope === 'owner') continue;
		const call = await sampleOf(operation, world, known);
		const headers = { ...call.headers, ...(await session.owner.headers()) };
		const exchange = await session.send(operation, { ...call, key: null, headers });
		report.check(KIND, `${operation.name}: in a session`, exchange.answer.status < 300, () => told(exchange));
	}
}

/** As long as no password was set, that is what the owner is told. */
export async function checkNoOwner({ session, report }: Context): Promise<void> {
	const alone = session.document.operations.filter(({ scope }) => scope === 'owner');
	for (const operation of [...alone, session.operation('POST /admin/v1/session')]) {
		const exchange = await session.send(operation, { key: null, body: { password: 'of nobody' } });
		expectRefusal(report, KIND, 'without an owner', exchange, ['owner_not_set']);
	}
}
