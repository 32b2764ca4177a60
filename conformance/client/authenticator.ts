import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** The options that a page passes to its browser, as far as an authenticator reads them. */
export interface PasskeyOptions {
	challenge: string;
	rp?: { id?: string };
	rpId?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** The difference of a response from that of the person's browser. */
export interface Forgery {
	origin?: string;
	rpId?: string;
	userVerified?: boolean;
	/** Signs with another key. */
	otherKey?: boolean;
}

/** A device with one passkey (WebAuthn, ES256), for pages of one origin. */
export class Authenticator {
	readonly id = randomBytes(16).toString('base64url');
	private readonly origin: string;
	private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	private counter = 0;

	constructor(origin: string) {
		this.origin = origin;
	}

	/** Makes the passkey: the RegistrationResponseJSON of a browser. */
	register(options: PasskeyOptions, forgery: Forgery = {}) {
		const clientData = this.clientData('webauthn.create', options, forgery);
		const credentialId = Buffer.from(this.id, 'base64url');
		const length = Buffer.alloc(2);
		length.writeUInt16BE(credentialId.length);
		const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(this.keys.publicKey)]);
		const data = Buffer.concat([this.head(options, ATTESTED, forgery), attested]);
		return this.credential({
			clientDataJSON: clientData.toString('base64url'),
			attestationObject: attestationObject(data).toString('base64url'),
			transports: ['internal'],
		});
	}

	/** Signs a challenge: the AuthenticationResponseJSON of a browser. */
	sign(options: PasskeyOptions, forgery: Forgery = {}) {
		const clientData = this.clientData('webauthn.get', options, forgery);
		const data = this.head(options, 0, forgery);
		const { privateKey } =
			forgery.otherKey === true ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : this.keys;
		const signature = createSign('sha256').update(data).update(sha256(clientData)).sign(privateKey);
		return this.credential({
			clientDataJSON: clientData.toString('base64url'),
			authenticatorData: data.toString('base64url'),
			signature: signature.toString('base64url'),
		});
	}

	private credential<Response>(response: Response) {
		return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
	}

	private clientData(type: string, { challenge }: PasskeyOptions, { origin = this.origin }: Forgery): Buffer {
		return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
	}

	/** The authenticator data without an attested credential. */
	private head({ rp, rpId = rp?.id ?? '' }: PasskeyOptions, flags: number, forgery: Forgery): Buffer {
		this.counter += 1;
		const counter = Buffer.alloc(4);
		counter.writeUInt32BE(this.counter);
		const verified = forgery.userVerified === false ? 0 : USER_VERIFIED;
		return Buffer.concat([
			sha256(Buffer.from(forgery.rpId ?? rpId)),
			Buffer.of(USER_PRESENT | verified | flags),
			counter,
		]);
	}
}

/** A public key in COSE: an elliptic curve point for ES256 on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
	return Buffer.concat([
		Buffer.from('a5010203262001215820', 'hex'),
		Buffer.from(x, 'base64url'),
		Buffer.from('225820', 'hex'),
		Buffer.from(y, 'base64url'),
	]);
}

/** In CBOR: `{fmt: "none", attStmt: {}, authData}`. */
function attestationObject(data: Buffer): Buffer {
	return Buffer.concat([
		Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
		Buffer.of(data.length),
		data,
	]);
}

function sha256(bytes: Buffer): Buffer {
	return createHash('sha256').update(bytes).digest();
}
