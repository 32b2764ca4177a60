/** A reason why the playground cannot start, in one sentence for the person who typed the command. */
export class CannotStart extends Error {
	override readonly name = 'CannotStart';
}
