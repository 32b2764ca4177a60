import type { ErrorText } from './errorTexts';

/**
 * Returns what an invalid_parameters means when the gateway refuses to take over or release a chat because its instance
 * lacks the setting: no field of the operation is wrong. The gateway names the setting by its place in the interface.
 */
export function missingTakeover(code: string, message: string): ErrorText | undefined {
	if (code !== 'invalid_parameters' || !message.includes('has no settings.takeover')) return undefined;
	return {
		message: 'The chats of this instance cannot be taken over yet',
		nextStep:
			'Set the option Release Taken Chats After of the instance once, with Instance > Update, e.g. to 30m. Then run this again.',
	};
}
