/** An error that prevents the start. Its message is one sentence for the user at the terminal. */
export class StartError extends Error {
	override readonly name = 'StartError';
}
