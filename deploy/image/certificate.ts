// `node certificate.ts FOLDER NAME...` creates, once, what encrypts the traffic between containers: in FOLDER ca.pem for
// the clients, and cert.pem with key.pem for the gateway under these host names. The key of the authority is stored
// nowhere, so that it signs nothing else.
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;
const VALIDITY = 3650 * DAY;

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined || names.length === 0) {
	process.stderr.write('Usage: node certificate.ts FOLDER NAME...\n');
	process.exit(1);
}
if (existsSync(path.join(folder, 'ca.pem'))) {
	process.stdout.write(`${folder} has a certificate already.\n`);
} else {
	await create(folder, names);
	process.stdout.write(`Created a certificate for ${names.join(', ')} in ${folder}.\n`);
}

async function create(folder: string, names: readonly string[]): Promise<void> {
	const [authorityKeys, keys] = await Promise.all([generateKeys(), generateKeys()]);
	const validity = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + VALIDITY) };
	const issuer = 'CN=Messaging Gateway containers';
	const authority = await x509.X509CertificateGenerator.createSelfSigned({
		...validity,
		serialNumber: newSerialNumber(),
		name: issuer,
		keys: authorityKeys,
		signingAlgorithm: ALGORITHM,
		extensions: [
			new x509.BasicConstraintsExtension(true, 0, true),
			new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
		],
	});
	const certificate = await x509.X509CertificateGenerator.create({
		...validity,
		serialNumber: newSerialNumber(),
		subject: 'CN=Messaging Gateway',
		issuer,
		publicKey: keys.publicKey,
		signingKey: authorityKeys.privateKey,
		signingAlgorithm: ALGORITHM,
		extensions: [
			new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
			new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
			new x509.SubjectAlternativeNameExtension(
				names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const),
			),
		],
	});
	const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	writeFileSync(path.join(folder, 'key.pem'), x509.PemConverter.encode(key, 'PRIVATE KEY'), { mode: 0o600 });
	writeFileSync(path.join(folder, 'cert.pem'), certificate.toString('pem'));
	// Last: with it, the folder is complete.
	writeFileSync(path.join(folder, 'ca.pem'), authority.toString('pem'));
}

async function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
	return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

/** A positive number: its first bit is 0. */
function newSerialNumber(): string {
	return `01${randomBytes(15).toString('hex')}`;
}
