import { GatewayError } from '../domain/error.ts';

/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

/** Guesses, as a power of ten, below which a password is refused: as many as a fast guesser makes in hours. */
const LEAST_GUESSES_LOG10 = 8;
/** Characters that are judged: more would take long, and a longer password is not worse. */
const JUDGED_LENGTH = 100;
const OWN_WORDS = ['messaging', 'gateway', 'whatsapp', 'n8n', 'owner', 'operator', 'viewer'];

/**
 * Refuses a password that guessers try early: one of the commonest, a sequence, repetitions, or the person's own name.
 * Throws password_too_weak. (OWASP ASVS 5, 6.2.4 and 6.2.11.)
 */
export async function requireStrongPassword(password: string, userName: string): Promise<void> {
	const judge = await loadJudge();
	const own = [...OWN_WORDS, userName, ...userName.split(/\s+/)].filter((word) => word !== '');
	const { guessesLog10 } = judge.check(password.slice(0, JUDGED_LENGTH), own);
	if (guessesLog10 >= LEAST_GUESSES_LOG10 - Number.EPSILON * 16) return;
	throw new GatewayError(
		'password_too_weak',
		'This password is one of the first that are guessed. Take four or more words that do not belong together, or let a password manager make one.',
	);
}

/** Loads the lists when the first password is set: they take 20 MB, and few passwords are ever set. */
async function loadJudge() {
	const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
		import('@zxcvbn-ts/core'),
		import('@zxcvbn-ts/language-common'),
	]);
	return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
