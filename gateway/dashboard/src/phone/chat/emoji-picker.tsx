import './emoji-picker.css';

/** Frequent emoji with their names. */
const EMOJI = [
	['😀', 'grinning face'],
	['😂', 'tears of joy'],
	['😊', 'smiling face'],
	['😍', 'heart eyes'],
	['😉', 'winking face'],
	['😎', 'sunglasses'],
	['🤔', 'thinking face'],
	['😢', 'crying face'],
	['😡', 'angry face'],
	['😴', 'sleeping face'],
	['👍', 'thumbs up'],
	['👎', 'thumbs down'],
	['👋', 'waving hand'],
	['🙏', 'folded hands'],
	['👏', 'clapping hands'],
	['💪', 'strong arm'],
	['👩🏽‍🚀', 'astronaut'],
	['❤️', 'red heart'],
	['🔥', 'fire'],
	['✨', 'sparkles'],
	['🎉', 'party popper'],
	['🎁', 'present'],
	['✅', 'check mark'],
	['❌', 'cross mark'],
	['❓', 'question mark'],
	['⏰', 'alarm clock'],
	['📦', 'parcel'],
	['🚚', 'delivery van'],
	['☕', 'coffee'],
	['🍕', 'pizza'],
	['🐱', 'cat'],
	['🌍', 'globe'],
] as const;

/** A panel of frequent emoji; others can be typed. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
	return (
		<ul class="emoji-picker" aria-label="Emoji">
			{EMOJI.map(([emoji, name]) => (
				<li key={emoji}>
					<button
						type="button"
						aria-label={name}
						title={name}
						onClick={() => {
							onPick(emoji);
						}}
					>
						{emoji}
					</button>
				</li>
			))}
		</ul>
	);
}
