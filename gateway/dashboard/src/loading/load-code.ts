const failed = new Set<() => Promise<unknown>>();

/**
 * Loads code by `load`, which imports it. Browsers keep a failed import for as long as the page is open (Chromium 150
 * does), so that the next try loads the whole page again, once the gateway answers with it: a proxy that answers in its
 * place, with 502, would replace the page by its own. Rejects where the code, or then the gateway, cannot be reached.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
	if (failed.has(load)) {
		const { ok, status } = await fetch(location.pathname, { cache: 'no-store' });
		if (!ok) throw new Error(`The page was answered with status ${status}.`);
		location.reload();
		return new Promise(() => undefined);
	}
	try {
		return await load();
	} catch (error) {
		failed.add(load);
		throw error;
	}
}
