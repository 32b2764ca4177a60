import type { Logger } from 'pino';
import { reloadTlsFiles, type TlsFiles } from '../../../config/tls-files.ts';
import type { Cancel, Clock } from '../../../domain/clock.ts';
import { repeatEvery } from '../../../lib/loops/repeat-every.ts';
import type { KeyPair, Listener } from './listener.ts';

/** Milliseconds between two looks at the files. A watch would miss files that are replaced by links, as in Kubernetes. */
const INTERVAL = 60_000;

export interface RenewalDeps {
	/** The files as they were read at the start. */
	tls: TlsFiles;
	listener: Pick<Listener, 'renewCertificate'>;
	clock: Clock;
	logger: Logger;
}

/**
 * Uses the certificate of GATEWAY_TLS_CERT as soon as it is renewed, without a restart. While the new files cannot be
 * used, the gateway keeps the certificate it has, and logs what is wrong with them, once. Returns the function that
 * stops it.
 */
export function startRenewal({ tls, listener, clock, logger }: RenewalDeps): Cancel {
	let used = tls;
	let problem: string | null = null;
	let logged: string | null = null;

	async function renew(): Promise<void> {
		const read = await reloadTlsFiles(used);
		problem = null;
		logged = null;
		if (read.cert.pem.equals(used.cert.pem) && read.key.pem.equals(used.key.pem)) return;
		listener.renewCertificate(keyPairOf(read));
		used = read;
		logger.info('the certificate was renewed: further connections use the new one');
	}

	return repeatEvery(clock, INTERVAL, renew, (error) => {
		const message = error instanceof Error ? error.message : String(error);
		// One file may be replaced before the other: the next look finds both.
		if (message === problem && message !== logged) {
			logger.error(
				{ err: error },
				'the renewed certificate cannot be used; the gateway keeps the earlier one',
			);
			logged = message;
		}
		problem = message;
	});
}

export function keyPairOf({ cert, key }: TlsFiles): KeyPair {
	return { cert: cert.pem, key: key.pem };
}
