/** The command line is invalid, or names a file that is not a scenario. */
export class SimulateUsageError extends Error {}

export const DEFAULT_GATEWAY = 'http://127.0.0.1:8080';

/** Returns the URL without slashes at its end. Throws SimulateUsageError when it is none. */
export function parseGatewayUrl(text: string): string {
	if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
		throw new SimulateUsageError(
			`--gateway is "${text}", but must be an address such as ${DEFAULT_GATEWAY}.`,
		);
	}
	return text.replace(/\/+$/, '');
}

/** Returns the API key of the option --key, or of the environment. Throws SimulateUsageError when there is none. */
export function requiredKey(
	option: string | undefined,
	environment: Readonly<Record<string, string | undefined>>,
): string {
	const key = option ?? environment.GATEWAY_API_KEY;
	if (key !== undefined && key !== '') return key;
	throw new SimulateUsageError('Give an API key: set GATEWAY_API_KEY, or say --key KEY.');
}
