import { GatewayError } from '../domain/error.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { explainFileError } from '../lib/files/file-fault.ts';

/** Returns one sentence for an error that the operator can resolve, and the whole error for a defect of the gateway. */
export function explainError(error: unknown): string {
	if (error instanceof ExplainedError) return error.message;
	// One with a cause is a fault of the database, which only the cause explains.
	if (error instanceof GatewayError && error.cause === undefined) return error.message;
	if (!(error instanceof Error)) return String(error);
	const explained = explainFileError('The command could not use a file', error);
	if (explained instanceof ExplainedError) return explained.message;
	return error.stack ?? error.message;
}
