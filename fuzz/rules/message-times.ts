/** The delivery times of regular messages. */
export interface MessageTimes {
	/** Records the start of sending a unique text on a route. */
	sent(text: string, route: string): void;
	/** Records that a text reached its destination. */
	received(text: string): void;
	/** Returns the number of texts, the late ones and the slowest time (ms) by route. */
	byRoute(): Map<string, { texts: number; late: string[]; slowest: number }>;
}

/** Milliseconds until a text must be delivered. */
export const DELIVERY_LIMIT = 5000;

export function createMessageTimes(now: () => number): MessageTimes {
	const texts = new Map<string, { route: string; at: number; took: number | null }>();
	return {
		sent: (text, route) => void texts.set(text, { route, at: now(), took: null }),
		received(text) {
			const found = texts.get(text);
			if (found !== undefined) found.took ??= now() - found.at;
		},
		byRoute() {
			const routes = new Map<string, { texts: number; late: string[]; slowest: number }>();
			for (const [text, { route, at, took }] of texts) {
				const figures = routes.get(route) ?? { texts: 0, late: [], slowest: 0 };
				const duration = took ?? now() - at;
				figures.texts += 1;
				figures.slowest = Math.max(figures.slowest, duration);
				if (duration > DELIVERY_LIMIT) {
					figures.late.push(`${text}: ${took === null ? 'never arrived' : `after ${Math.round(took)} ms`}`);
				}
				routes.set(route, figures);
			}
			return routes;
		},
	};
}
