import { createHash, randomBytes } from 'node:crypto';

/** The answer of a browser, by the way of `credential.toJSON()`. */
export function browserAnswer(
	options: Readonly<Record<string, unknown>>,
	client: Record<string, unknown> = {},
) {
	const id = randomBytes(16).toString('base64url');
	const data = { type: 'webauthn.get', challenge: options.challenge, origin: 'https://web.whatsapp.com' };
	const relyingParty = createHash('sha256').update(String(options.rpId)).digest();
	return {
		id,
		rawId: id,
		type: 'public-key',
		authenticatorAttachment: 'platform',
		clientExtensionResults: {},
		response: {
			clientDataJSON: Buffer.from(JSON.stringify({ ...data, ...client })).toString('base64url'),
			authenticatorData: Buffer.concat([relyingParty, Buffer.alloc(5)]).toString('base64url'),
			signature: randomBytes(70).toString('base64url'),
			userHandle: null,
		},
	};
}
