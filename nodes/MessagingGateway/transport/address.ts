import type { NetworkProblem } from './networkErrors';
import { INVALID_ADDRESS } from './networkErrors';

/** Such a URL replaces the header with the API key by one with the password. */
const PASSWORD_IN_ADDRESS: NetworkProblem = {
	message: 'The Gateway URL in the credential contains a user name or a password',
	nextStep: 'Remove them, because they would be sent in place of the API key.',
};

/**
 * Returns the URL below which the paths of the gateway are, for what a person entered as Gateway URL; a problem: it is no
 * such URL. Leaves out what the address of a page has after its path, such as `/#/instances` of the gateway's own page.
 */
export function addressOf(baseUrl: unknown): { address: string } | { problem: NetworkProblem } {
	const text = String(baseUrl ?? '').trim();
	if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return { problem: INVALID_ADDRESS };
	const { origin, pathname, username, password } = new URL(text);
	if (username !== '' || password !== '') return { problem: PASSWORD_IN_ADDRESS };
	return { address: `${origin}${pathname}`.replace(/\/+$/, '') };
}
