import { GatewayError } from '../domain/error.ts';
import type { ConnectMethod } from '../domain/instance.ts';
import type { OfficialCredentials } from '../network/driver.ts';

/** The body of a connect request. Only the method `official` has credentials. */
export type ConnectFields = { method: ConnectMethod } & Partial<OfficialCredentials>;

const CREDENTIALS = ['businessId', 'phoneNumberId', 'accessToken'] as const;

/**
 * Returns the credentials of a request with the method `official`; null: the method is `qrcode`. Throws
 * invalid_parameters naming the fields that are missing or do not belong to the method.
 */
export function credentialsOf(fields: ConnectFields): OfficialCredentials | null {
	if (fields.method === 'qrcode') {
		const given = CREDENTIALS.filter((field) => fields[field] !== undefined);
		if (given.length === 0) return null;
		throw refused(`${quoted(given)} taken with the method "official" only`);
	}
	const { businessId, phoneNumberId, accessToken } = fields;
	if (businessId === undefined || phoneNumberId === undefined || accessToken === undefined) {
		const missing = CREDENTIALS.filter((field) => fields[field] === undefined);
		throw refused(`${quoted(missing)} required with the method "official"`);
	}
	return { businessId, phoneNumberId, accessToken };
}

function quoted(fields: readonly string[]): string {
	return `${fields.map((field) => `"${field}"`).join(', ')} ${fields.length === 1 ? 'is' : 'are'}`;
}

function refused(reason: string): GatewayError {
	return new GatewayError('invalid_parameters', `${reason}.`);
}
