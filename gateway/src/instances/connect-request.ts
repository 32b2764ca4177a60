import type { ConnectRequest } from '../domain/instances/instance.ts';
import { invalidParameters } from '../domain/invalid-parameters.ts';
import type { OfficialCredentials } from '../network/driver.ts';

/** The body of a connect request. */
export type ConnectFields = { method: ConnectRequest; phone?: string } & Partial<OfficialCredentials>;

/** The method of a connection, with the values that it requires. */
export type ConnectBy =
	| { method: 'qrcode' }
	| { method: 'pairing_code'; phone: string }
	| { method: 'official'; credentials: OfficialCredentials };

const CREDENTIALS = ['businessId', 'phoneNumberId', 'accessToken'] as const;

/**
 * Returns the method of a request with the values that it requires. Throws invalid_parameters naming the fields that are
 * missing or do not belong to the method.
 */
export function connectBy(fields: ConnectFields): ConnectBy {
	const { method, phone, businessId, phoneNumberId, accessToken } = fields;
	if (method !== 'official') {
		const given = CREDENTIALS.filter((field) => fields[field] !== undefined);
		if (given.length > 0) throw invalidParameters(`${quoted(given)} taken with the method "official" only`);
	}
	if (method !== 'pairing_code' && phone !== undefined) {
		throw invalidParameters('"phone" is taken with the method "pairing_code" only');
	}
	if (method === 'qrcode') return { method };
	if (method === 'pairing_code') {
		if (phone !== undefined) return { method, phone };
		throw invalidParameters(
			'"phone" is required with the method "pairing_code": the number of the phone to link',
		);
	}
	if (businessId === undefined || phoneNumberId === undefined || accessToken === undefined) {
		const missing = CREDENTIALS.filter((field) => fields[field] === undefined);
		throw invalidParameters(`${quoted(missing)} required with the method "official"`);
	}
	return { method, credentials: { businessId, phoneNumberId, accessToken } };
}

function quoted(fields: readonly string[]): string {
	return `${fields.map((field) => `"${field}"`).join(', ')} ${fields.length === 1 ? 'is' : 'are'}`;
}
