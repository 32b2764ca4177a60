/** What came from WhatsApp is larger, once decompressed or decoded, than anything real. */
export class TooLargeError extends Error {
	/** That of Node's own error where decompressed data exceeds its limit. */
	readonly code = 'ERR_BUFFER_TOO_LARGE';
}
