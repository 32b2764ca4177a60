import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The files of a self-signed certificate, and the certificate itself, which clients have to trust. */
export interface Certificate {
	certFile: string;
	keyFile: string;
	cert: string;
}

/** Makes a certificate for 127.0.0.1 in a folder, with openssl: proxies and browsers are strict about its encoding. */
export async function makeCertificate(folder: string): Promise<Certificate> {
	const files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') };
	const request =
		'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1';
	await promisify(execFile)('openssl', [
		...request.split(' '),
		...['-addext', 'subjectAltName=IP:127.0.0.1'],
		...['-keyout', files.keyFile, '-out', files.certFile],
	]);
	return { ...files, cert: await readFile(files.certFile, 'utf8') };
}
