import type { InstanceId } from '../../../domain/ids.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { OfficialCredentials } from '../../driver.ts';
import type { Account } from './account.ts';
import { profileOf } from '../phones/behavior.ts';

/**
 * Returns the account for official credentials. Throws invalid_credentials when phoneNumberId ends in 0000 or
 * accessToken begins with "wrong", and provider_verification_required when phoneNumberId ends in 0009. When it ends in
 * 0008, the account has the limits of real operators.
 */
export function verifyOfficial(instanceId: InstanceId, credentials: OfficialCredentials): Account {
	const { phoneNumberId, accessToken } = credentials;
	if (phoneNumberId.endsWith('0000') || accessToken.startsWith('wrong')) {
		throw new GatewayError(
			'invalid_credentials',
			'The operator does not accept these credentials. Check businessId, phoneNumberId and accessToken.',
		);
	}
	if (phoneNumberId.endsWith('0009')) {
		throw new GatewayError(
			'provider_verification_required',
			'The operator has not verified this business yet. Finish the verification there, then connect again.',
		);
	}
	const profile = { ...profileOf(instanceId), profileName: 'Simulated business' };
	return { profile, method: 'official', isLimited: phoneNumberId.endsWith('0008') };
}
