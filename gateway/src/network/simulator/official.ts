import type { InstanceId } from '../../domain/ids.ts';
import { GatewayError } from '../../domain/error.ts';
import type { NetworkProfile, OfficialCredentials } from '../driver.ts';

/**
 * The account some official credentials belong to on the simulated network. Throws invalid_credentials,
 * provider_verification_required.
 */
export function verifyOfficial(instanceId: InstanceId, credentials: OfficialCredentials): NetworkProfile {
	void instanceId;
	throw new GatewayError('invalid_credentials', `The operator does not know ${credentials.phoneNumberId}.`);
}
