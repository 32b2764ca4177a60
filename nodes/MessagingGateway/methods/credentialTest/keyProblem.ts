/** The tokens of Meta's Graph API begin with EAA; the keys of a gateway never do. */
export const TOKEN_OF_META = /^\s*EAA[A-Za-z0-9]{20}/;

/** Secrets of other services that people have at hand, by their form. */
const OTHER_KEYS: ReadonlyArray<[form: RegExp, text: string]> = [
	[
		TOKEN_OF_META,
		'This is an access token of Meta, not an API key of the gateway. It belongs in a credential of the type Messaging Gateway Official Account.',
	],
	[/^whsec_/, 'This is the secret of a webhook, not an API key.'],
	[
		/^ey[\w-]+\.[\w-]+\.[\w-]*$/,
		'This is a token of another service, e.g. an API key of n8n, not of the gateway.',
	],
	[/^(sk|pk|rk)[-_]/, 'This is an API key of another service, not of the gateway.'],
	[/^$/, 'The API key is empty.'],
	[/^Bearer\s/i, 'Enter the API key without the word Bearer.'],
	[/[^\x21-\x7e]/, 'The API key contains a space or another character that no key has.'],
	[
		/^mgw_(?!\w{36}$)/,
		'The API key is not complete, or has further characters: it is mgw_ and 36 characters.',
	],
];

/** Returns what is wrong with a key that the gateway refused, as far as its form says so, and what to do next. */
export function keyProblem(apiKey: string): string {
	const key = apiKey.trim();
	const known = OTHER_KEYS.find(([form]) => form.test(key));
	const problem =
		known?.[1] ?? 'The gateway does not accept the API key: it is of another gateway, or deleted.';
	return `${problem} Copy a valid key of this gateway (mgw_…) into the credential.`;
}
