import type { ShownReaction } from './shown-message.ts';

/** Names that the list of one emoji has. */
const NAMES = 20;

/** The reactions to a message, each emoji once, with the people who chose it while it has the focus or a pointer. */
export function Reactions({ reactions }: { reactions: readonly ShownReaction[] }) {
	if (reactions.length === 0) return null;
	const byEmoji = Map.groupBy(reactions, ({ emoji }) => emoji);
	return (
		<ul class="reactions" aria-label="Reactions">
			{[...byEmoji].map(([emoji, people]) => {
				const who = namesOf(people);
				return (
					<li key={emoji}>
						<button type="button" class="reaction" aria-label={`${emoji} from ${who}`}>
							<span aria-hidden="true">
								{emoji}
								{people.length > 1 && <span class="number"> {people.length}</span>}
							</span>
							<span class="reaction-names" aria-hidden="true" dir="auto">
								{who}
							</span>
						</button>
					</li>
				);
			})}
		</ul>
	);
}

function namesOf(people: readonly ShownReaction[]): string {
	const names = people.slice(0, NAMES).map(({ name }) => name);
	const more = people.length - names.length;
	return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
