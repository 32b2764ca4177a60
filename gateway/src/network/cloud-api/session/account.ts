import { GatewayError } from '../../../domain/error.ts';
import { displayPhoneNumberOf } from '../graph/display-phone-number.ts';
import { OFFICIAL_CREDENTIALS } from '../../session/credential-keys.ts';
import type { DriverContext, OfficialCredentials } from '../../driver.ts';
import type { NetworkProfile } from '../../network-event.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import type { Graph } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import { getString } from '../graph/json.ts';
import { classifyError } from '../graph/error-class.ts';

/** The account that an instance is connected to. */
export interface Account {
	credentials: OfficialCredentials;
	profile: NetworkProfile;
}

/** Returns a path of the Graph API below the account's phone number, such as `messages`. */
export function phoneNumberPath({ credentials }: Account, name: string): string {
	return `/${encodeURIComponent(credentials.phoneNumberId)}/${name}`;
}

type SessionStorage = DriverContext['session'];

/** Reads the account of a session; null: it has none. */
export async function readAccount(storage: SessionStorage): Promise<Account | null> {
	const stored = await storage.read(OFFICIAL_CREDENTIALS);
	return stored === null ? null : (JSON.parse(stored) as Account);
}

/** Returns the values to store an account; null deletes it. */
export function accountValues(account: Account | null): Record<string, string | null> {
	return { [OFFICIAL_CREDENTIALS]: account === null ? null : JSON.stringify(account) };
}

/** Stores the account of a session; null: deletes it. */
export function writeAccount(storage: SessionStorage, account: Account | null): Promise<void> {
	return storage.write(accountValues(account));
}

/**
 * Returns the profile of the phone number without its picture, and whether Meta has verified it. Throws the errors of
 * `Graph.request`.
 */
export async function fetchProfile(
	graph: Graph,
	{ phoneNumberId, accessToken }: OfficialCredentials,
): Promise<{ profile: NetworkProfile; verified: boolean }> {
	const { response } = await graph.request({
		path: `/${encodeURIComponent(phoneNumberId)}`,
		query: { fields: 'display_phone_number,verified_name,code_verification_status' },
		token: accessToken,
	});
	const phone = displayPhoneNumberOf(response);
	if (phone === null) {
		throw new GraphError({
			status: 400,
			code: 100,
			text: 'This phoneNumberId is not that of a phone number.',
		});
	}
	const status = getString(response, 'code_verification_status');
	const name = getString(response, 'verified_name');
	return {
		profile: {
			phone,
			profileName: name === null ? null : boundedText(name, NAME_LIMIT),
		},
		// EXPIRED refers to the verification code; the number can be registered nevertheless.
		verified: status !== 'NOT_VERIFIED' && status !== 'UNVERIFIED',
	};
}

/**
 * Verifies that the token has access to both the phone number and the business. Throws invalid_credentials,
 * provider_verification_required, or service_unavailable if Meta cannot be reached.
 */
export async function verifyAccount(graph: Graph, credentials: OfficialCredentials): Promise<Account> {
	const { profile, verified } = await withCredentialErrors('phoneNumberId', () =>
		fetchProfile(graph, credentials),
	);
	if (!verified) {
		throw new GatewayError(
			'provider_verification_required',
			`Meta has not verified the number ${profile.phone} yet. Verify and register it in the WhatsApp Manager, then connect again.`,
		);
	}
	await withCredentialErrors('businessId', () =>
		graph.request({
			path: `/${encodeURIComponent(credentials.businessId)}/message_templates`,
			query: { fields: 'name', limit: '1' },
			token: credentials.accessToken,
		}),
	);
	return { credentials, profile };
}

/** Maps the errors of a request to API errors that name the field to check. */
async function withCredentialErrors<T>(
	field: 'phoneNumberId' | 'businessId',
	request: () => Promise<T>,
): Promise<T> {
	try {
		return await request();
	} catch (error) {
		throw toCredentialError(error, field);
	}
}

function toCredentialError(error: unknown, field: string): GatewayError {
	const errorClass = error instanceof GraphError ? classifyError(error) : 'transient';
	if (error instanceof GraphError && errorClass === 'banned') {
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
	if (error instanceof GraphError && ['credentials', 'permission', 'permanent'].includes(errorClass)) {
		return new GatewayError(
			'invalid_credentials',
			`Meta does not accept these credentials. Check the accessToken, its permissions (whatsapp_business_messaging and whatsapp_business_management) and the ${field}. Meta says: ${error.message}`,
		);
	}
	return new GatewayError(
		'service_unavailable',
		'The gateway could not reach Meta to check these credentials. Connect again in a few seconds.',
		{ retryAfter: 5, cause: error },
	);
}
