import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Unfit } from './setting.ts';

/** A PEM file: its path, for errors, and its content. */
export interface PemFile {
	file: string;
	pem: Buffer;
}

/** Reads a certificate, with those of its chain after it. Throws Unfit with what the file is instead. */
export function parseCertificateFile(file: string): PemFile {
	const pem = readFileSync(file);
	const text = pem.toString('latin1');
	if (!text.includes('-----BEGIN CERTIFICATE-----')) {
		if (text.includes('PRIVATE KEY-----'))
			throw new Unfit('a certificate; this file is a private key, which belongs in GATEWAY_TLS_KEY');
		throw new Unfit(
			'a certificate as a PEM file, which begins with -----BEGIN CERTIFICATE-----; this file is something else',
		);
	}
	try {
		new X509Certificate(pem);
	} catch {
		throw new Unfit('a certificate as a PEM file; the one in this file is damaged');
	}
	return { file, pem };
}

/** Reads a private key. Throws Unfit with what the file is instead. */
export function parseKeyFile(file: string): PemFile {
	const pem = readFileSync(file);
	const text = pem.toString('latin1');
	if (!text.includes('PRIVATE KEY-----')) {
		if (text.includes('-----BEGIN CERTIFICATE-----'))
			throw new Unfit('a private key; this file is a certificate, which belongs in GATEWAY_TLS_CERT');
		throw new Unfit(
			'a private key as a PEM file, which begins with -----BEGIN PRIVATE KEY-----; this file is something else',
		);
	}
	if (/BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(text)) {
		throw new Unfit(
			'a private key without a passphrase, which this file has; remove it with: openssl pkey -in FILE -out FILE.plain',
		);
	}
	try {
		createPrivateKey(pem);
	} catch {
		throw new Unfit('a private key as a PEM file; the one in this file is damaged');
	}
	return { file, pem };
}

/** Whether the key belongs to the first certificate of a file. */
export function isPair(cert: PemFile, key: PemFile): boolean {
	return new X509Certificate(cert.pem).checkPrivateKey(createPrivateKey(key.pem));
}
