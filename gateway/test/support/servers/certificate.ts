import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const DAY = 86_400_000;

/**
 * Creates a key and a self-signed certificate for 127.0.0.1 and the given hosts, so that the repository contains no
 * secret. It is valid from yesterday until tomorrow, or until `validUntil` (milliseconds since 1970).
 */
export function selfSigned(
	hosts: readonly string[] = [],
	validUntil = Date.now() + DAY,
): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const algorithm = der(0x30, objectId('2a8648ce3d040302'));
	// A process that trusts several of these certificates finds each by its name.
	const commonName = Buffer.from(`test ${randomBytes(8).toString('hex')}`);
	const name = der(0x30, der(0x31, der(0x30, objectId('550403'), der(0x0c, commonName))));
	const validity = der(0x30, time(Date.now() - DAY), time(validUntil));
	const alternativeName = der(
		0x30,
		der(0x87, Buffer.from([127, 0, 0, 1])),
		...hosts.map((host) => der(0x82, Buffer.from(host))),
	);
	const extensions = der(
		0xa3,
		der(
			0x30,
			der(0x30, objectId('551d11'), der(0x04, alternativeName)),
			der(0x30, objectId('551d13'), der(0x04, der(0x30, der(0x01, Buffer.from([0xff]))))),
		),
	);
	const contents = der(
		0x30,
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.from([1])),
		algorithm,
		name,
		validity,
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		extensions,
	);
	const signature = createSign('sha256').update(contents).sign(privateKey);
	const certificate = der(0x30, contents, algorithm, der(0x03, Buffer.from([0]), signature));
	const body = certificate.toString('base64').replace(/.{64}/g, '$&\n').trim();
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
	};
}

/** A value in DER: its tag, its length and its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content);
	const length =
		body.length < 128
			? Buffer.from([body.length])
			: Buffer.from([0x82, body.length >> 8, body.length & 0xff]);
	return Buffer.concat([Buffer.from([tag]), length, body]);
}

function objectId(hex: string): Buffer {
	return der(0x06, Buffer.from(hex, 'hex'));
}

function time(epochMs: number): Buffer {
	const digits = new Date(epochMs).toISOString().replace(/\D/g, '').slice(2, 14);
	return der(0x17, Buffer.from(`${digits}Z`));
}
