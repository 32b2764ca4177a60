import { GatewayError } from '../../../domain/error.ts';
import { isPhone } from '../../../domain/phone.ts';
import type { DriverContext, NetworkProfile, OfficialCredentials } from '../../driver.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import type { Graph } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import { getString } from '../graph/json.ts';
import { classifyError } from '../graph/error-class.ts';

/** Whom an instance is connected as, and with what. */
export interface Account {
	credentials: OfficialCredentials;
	profile: NetworkProfile;
}

type Session = DriverContext['session'];

const KEY = 'cloud-api';

export async function readAccount(session: Session): Promise<Account | null> {
	const stored = await session.read(KEY);
	return stored === null ? null : (JSON.parse(stored) as Account);
}

/** The account as values of the session; null removes it. */
export function accountValues(account: Account | null): Record<string, string | null> {
	return { [KEY]: account === null ? null : JSON.stringify(account) };
}

export function writeAccount(session: Session, account: Account | null): Promise<void> {
	return session.write(accountValues(account));
}

/** The number and the name Meta has for the credentials. Throws what the Graph API throws. */
export async function askProfile(
	graph: Graph,
	{ phoneNumberId, accessToken }: OfficialCredentials,
): Promise<{ profile: NetworkProfile; verified: boolean; took: number }> {
	const { answer, took } = await graph.ask({
		path: `/${encodeURIComponent(phoneNumberId)}`,
		query: { fields: 'display_phone_number,verified_name,code_verification_status' },
		token: accessToken,
	});
	const phone = getString(answer, 'display_phone_number')?.replace(/\D/g, '') ?? '';
	if (!isPhone(phone)) {
		throw new GraphError({
			status: 400,
			code: 100,
			text: 'This phoneNumberId is not that of a phone number.',
		});
	}
	const status = getString(answer, 'code_verification_status');
	const name = getString(answer, 'verified_name');
	return {
		profile: {
			phone,
			profileName: name === null ? null : boundedText(name, NAME_LIMIT),
			profilePicUrl: null,
		},
		// An expired code says nothing of a number that is registered.
		verified: status !== 'NOT_VERIFIED' && status !== 'UNVERIFIED',
		took,
	};
}

/**
 * Verifies credentials with Meta: the token reaches both the number and the business. Throws invalid_credentials,
 * provider_verification_required, and service_unavailable while Meta cannot be asked.
 */
export async function verifyAccount(graph: Graph, credentials: OfficialCredentials): Promise<Account> {
	const { profile, verified } = await asking('phoneNumberId', () => askProfile(graph, credentials));
	if (!verified) {
		throw new GatewayError(
			'provider_verification_required',
			`Meta has not verified the number ${profile.phone} yet. Verify and register it in the WhatsApp Manager, then connect again.`,
		);
	}
	await asking('businessId', () =>
		graph.ask({
			path: `/${encodeURIComponent(credentials.businessId)}/message_templates`,
			query: { fields: 'name', limit: '1' },
			token: credentials.accessToken,
		}),
	);
	return { credentials, profile };
}

async function asking<T>(field: 'phoneNumberId' | 'businessId', ask: () => Promise<T>): Promise<T> {
	try {
		return await ask();
	} catch (error) {
		throw refusalOf(error, field);
	}
}

function refusalOf(error: unknown, field: string): GatewayError {
	const verdict = error instanceof GraphError ? classifyError(error) : 'later';
	if (error instanceof GraphError && verdict === 'banned') {
		return new GatewayError(
			'provider_verification_required',
			`Meta has locked this account. See the WhatsApp Manager for what to do. Meta says: ${error.message}`,
		);
	}
	if (error instanceof GraphError && error.code === 133010) {
		return new GatewayError(
			'provider_verification_required',
			`The number is not registered for the Cloud API. Register it at Meta, then connect again. Meta says: ${error.message}`,
		);
	}
	if (error instanceof GraphError && ['credentials', 'permission', 'refused'].includes(verdict)) {
		return new GatewayError(
			'invalid_credentials',
			`Meta does not accept these credentials. Check the accessToken, its permissions (whatsapp_business_messaging and whatsapp_business_management) and the ${field}. Meta says: ${error.message}`,
		);
	}
	return new GatewayError(
		'service_unavailable',
		'Meta could not be asked about these credentials at the moment. Connect again in a few seconds.',
		{ retryAfter: 5, cause: error },
	);
}
