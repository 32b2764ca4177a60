/** Letters of each script, from which words are invented. A word stays in its script, and so in its direction. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
	[/\p{Script=Cyrillic}/u, 'аеиоунтсрвлкмдп'],
	[/\p{Script=Greek}/u, 'αεηιοτσνρκπλμ'],
	[/\p{Script=Arabic}/u, 'ابتدرسعلمنهوي'],
	[/\p{Script=Hebrew}/u, 'אבגדהולמנרשת'],
	[/\p{Script=Devanagari}/u, 'कगजतदनपमरलसह'],
	[/\p{Script=Han}/u, '山水火木金土日月天地人口大小上下中'],
	[/\p{Script=Hiragana}/u, 'あいうえおかきくけこさしすせそ'],
	[/\p{Script=Katakana}/u, 'アイウエオカキクケコサシスセソ'],
	[/\p{Script=Hangul}/u, '가나다라마바사아자차카타파하'],
	[/\p{Script=Thai}/u, 'กขคงจชดตนบปพมยรลวสห'],
];
const LATIN = 'aeioulnrstdmkpb';

/**
 * Returns the `number`-th invented word of a length (characters) in the script of a word, with its capitals. The result
 * follows from the number and not from the letters, so that nobody can go back from it.
 */
export function inventWord(word: string, number: number): string {
	const characters = Array.from(word);
	const letters = Array.from(SCRIPTS.find(([script]) => script.test(word))?.[1] ?? LATIN);
	const invented = characters.map((character, index) => {
		// The digits of the number, from the last letter on, and then a pattern that varies them.
		const digit = Math.floor(number / letters.length ** (characters.length - 1 - index));
		const letter = letters[(digit + index * 7 + characters.length) % letters.length] ?? 'a';
		return character === character.toLowerCase() ? letter : letter.toUpperCase();
	});
	return invented.join('');
}

/** Returns the `number`-th invented run of as many digits. */
export function inventDigits(length: number, number: number): string {
	const digits = Array.from({ length }, (_, index) => {
		const digit = Math.floor(number / 10 ** (length - 1 - index));
		return String((digit + index * 3 + 5) % 10);
	});
	return digits.join('');
}
