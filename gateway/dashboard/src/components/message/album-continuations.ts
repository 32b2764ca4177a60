/** Returns the ids of the messages that belong to the same album as the message before them. `messages`: newest first. */
export function albumContinuations(
	messages: readonly { messageId: string; albumId?: string | undefined }[],
): ReadonlySet<string> {
	return new Set(
		messages
			.filter(({ albumId }, index) => albumId !== undefined && messages[index + 1]?.albumId === albumId)
			.map(({ messageId }) => messageId),
	);
}
