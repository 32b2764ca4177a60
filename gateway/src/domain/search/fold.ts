/** A text as a search compares it, with the place of each of its characters in the original. */
export interface FoldedText {
	folded: string;
	/** The index in the original of each code unit of `folded`, and at the end the length of the original. */
	starts: readonly number[];
}

/** A character with the marks on it. */
const CLUSTER = /\P{M}?\p{M}*/gsu;

/**
 * Marks that people leave out when they type: accents of Latin, Greek and Cyrillic letters, vowel signs of Arabic and
 * Hebrew, and the selectors of the two looks of an emoji. The marks of other scripts make other words.
 */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\ufe00-\ufe0f]/g;

// eslint-disable-next-line no-control-regex -- the range of ASCII begins with control characters
const ASCII = /^[\u0000-\u007f]*$/;

/** Folds case, accents and the forms of a character, so that "Café" and "CAFE" are the same. */
export function foldText(text: string): FoldedText {
	if (ASCII.test(text)) {
		return {
			folded: text.toLowerCase(),
			starts: Array.from({ length: text.length + 1 }, (_, index) => index),
		};
	}
	let folded = '';
	const starts: number[] = [];
	for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
		const part = foldCluster(cluster);
		starts.push(...Array<number>(part.length).fill(index));
		folded += part;
	}
	starts.push(text.length);
	return { folded, starts };
}

function foldCluster(cluster: string): string {
	return cluster.normalize('NFKD').replace(OPTIONAL_MARKS, '').toLowerCase().normalize('NFC');
}
