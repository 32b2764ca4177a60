/** How many people have selected each option of a poll, in the order of the options. */
export function pollCounts(
	options: readonly string[],
	votes: readonly { options: readonly string[] }[],
): { option: string; votes: number }[] {
	return options.map((option) => ({
		option,
		votes: votes.filter((vote) => vote.options.includes(option)).length,
	}));
}
