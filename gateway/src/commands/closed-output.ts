import { codeOf } from '../lib/errors/error-code.ts';
import { explainFileError } from '../lib/files/file-fault.ts';
import { explainError } from './explain-error.ts';

/**
 * Lets a command run to its end where the program that reads its output has ended, as in `| head -1`: without a
 * listener, the error of the stream ends the process with a stack trace, also between two steps of a change. Any other
 * error of stdout is reported on stderr, with exit code 1.
 */
export function tolerateClosedOutput(): void {
	let isReported = false;
	process.stdout.on('error', (error) => {
		// Another listener, such as the pipeline of a backup, reports it.
		if (codeOf(error) === 'EPIPE' || process.stdout.listenerCount('error') > 1) return;
		if (!isReported) {
			const explained = explainFileError('The output could not be written', error);
			process.stderr.write(`${explainError(explained)}\n`);
		}
		isReported = true;
		process.exitCode = 1;
	});
	process.stderr.on('error', () => undefined);
}
