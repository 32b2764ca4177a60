import { GatewayError } from '../../domain/error.ts';

/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

/** Guesses, as a power of ten, below which a password is refused: a fast attacker makes that many in hours. */
const LEAST_GUESSES_LOG10 = 7.99;
/** Characters that are judged: more would take long, and a longer password is not worse. */
const JUDGED_LENGTH = 100;
const OWN_WORDS = ['messaging', 'gateway', 'whatsapp', 'owner', 'operator', 'viewer', 'password'];
/** Letters and digits that a password has beside such words, and the person's name. */
const LEAST_OTHERS = 8;

/**
 * Refuses a password that attackers guess early: one of the commonest, a sequence, repetitions, or the person's own
 * name. Throws password_too_weak. (OWASP ASVS 5, 6.2.4 and 6.2.11.)
 */
export async function requireStrongPassword(password: string, userName: string): Promise<void> {
	const own = [...OWN_WORDS, ...userName.toLowerCase().split(/\s+/)].filter((word) => word.length > 2);
	const judge = await loadJudge();
	const { guessesLog10 } = judge.check(password.slice(0, JUDGED_LENGTH), own);
	if (guessesLog10 >= LEAST_GUESSES_LOG10 && othersIn(password, own) >= LEAST_OTHERS) return;
	throw new GatewayError(
		'password_too_weak',
		'Attackers guess this password early. Use four or more unrelated words, or a password of a password manager.',
	);
}

/** Letters and digits of a password without these words. */
function othersIn(password: string, words: readonly string[]): number {
	let rest = password.toLowerCase();
	for (const word of words) rest = rest.replaceAll(word, ' ');
	return rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

/** Loads the lists when the first password is set: they take 20 MB, and few passwords are ever set. */
async function loadJudge() {
	const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
		import('@zxcvbn-ts/core'),
		import('@zxcvbn-ts/language-common'),
	]);
	return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
