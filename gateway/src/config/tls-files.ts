import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ConfigError, InvalidValue } from './setting.ts';

/** A PEM file: its path, for errors, and its content. */
export interface PemFile {
	file: string;
	pem: Buffer;
}

/** The files of GATEWAY_TLS_CERT and GATEWAY_TLS_KEY. */
export interface TlsFiles {
	cert: PemFile;
	key: PemFile;
}

export const READABLE_PEM_FILE = 'a readable PEM file';

/** Reads a certificate, with those of its chain after it. Throws InvalidValue with what the file is instead. */
export function parseCertificateFile(file: string): PemFile {
	return { file, pem: checkCertificate(readFileSync(file)) };
}

function checkCertificate(pem: Buffer): Buffer {
	const text = pem.toString('latin1');
	if (!text.includes('-----BEGIN CERTIFICATE-----')) {
		if (text.includes('PRIVATE KEY-----'))
			throw new InvalidValue('a certificate; this file is a private key, which belongs in GATEWAY_TLS_KEY');
		throw new InvalidValue(
			'a certificate as a PEM file, which begins with -----BEGIN CERTIFICATE-----; this file is something else',
		);
	}
	try {
		new X509Certificate(pem);
	} catch {
		throw new InvalidValue('a certificate as a PEM file; the one in this file is damaged');
	}
	return pem;
}

/** Reads a private key. Throws InvalidValue with what the file is instead. */
export function parseKeyFile(file: string): PemFile {
	return { file, pem: checkKey(readFileSync(file)) };
}

function checkKey(pem: Buffer): Buffer {
	const text = pem.toString('latin1');
	if (!text.includes('PRIVATE KEY-----')) {
		if (text.includes('-----BEGIN CERTIFICATE-----'))
			throw new InvalidValue('a private key; this file is a certificate, which belongs in GATEWAY_TLS_CERT');
		throw new InvalidValue(
			'a private key as a PEM file, which begins with -----BEGIN PRIVATE KEY-----; this file is something else',
		);
	}
	if (/BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(text)) {
		throw new InvalidValue(
			'a private key without a passphrase, which this file has; remove it with: openssl pkey -in FILE -out FILE.plain',
		);
	}
	try {
		createPrivateKey(pem);
	} catch {
		throw new InvalidValue('a private key as a PEM file; the one in this file is damaged');
	}
	return pem;
}

/** Throws ConfigError where the key is not that of the first certificate. */
export function requirePair({ cert, key }: TlsFiles): void {
	if (new X509Certificate(cert.pem).checkPrivateKey(createPrivateKey(key.pem))) return;
	const allowed = `the key of the certificate in GATEWAY_TLS_CERT (${cert.file}); it is that of another one`;
	throw new ConfigError('GATEWAY_TLS_KEY', key.file, allowed);
}

/** Reads both files again, which may have been renewed since the start. Throws ConfigError. */
export async function reloadTlsFiles({ cert, key }: TlsFiles): Promise<TlsFiles> {
	const read = async (
		variable: string,
		{ file }: PemFile,
		check: (pem: Buffer) => Buffer,
	): Promise<PemFile> => {
		try {
			return { file, pem: check(await readFile(file)) };
		} catch (error) {
			throw new ConfigError(
				variable,
				file,
				error instanceof InvalidValue ? error.allowed : READABLE_PEM_FILE,
			);
		}
	};
	const renewed = {
		cert: await read('GATEWAY_TLS_CERT', cert, checkCertificate),
		key: await read('GATEWAY_TLS_KEY', key, checkKey),
	};
	requirePair(renewed);
	return renewed;
}
