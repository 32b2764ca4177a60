const EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v');
/** Says that the character before is shown as an emoji; some keyboards leave it out. */
const EMOJI_STYLE = '\u{FE0F}';

/** The one emoji that a text consists of, such as a family or a flag; null: the text is something else. */
export function oneEmojiOf(text: string): string | null {
	return [text, `${text}${EMOJI_STYLE}`].find((emoji) => EMOJI.test(emoji)) ?? null;
}
