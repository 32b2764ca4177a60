/** The message of the error for a query that WhatsApp did not answer in time. */
export function noAnswer(seconds: number): string {
	return `WhatsApp did not answer within ${seconds} seconds.`;
}
