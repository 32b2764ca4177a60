import { startHttpServer } from '../http-server.ts';

/** The report of a node of n8n: an event, and the execution that it started. */
export type Report = { eventId: string; executionId: string };

export type Recorder = { url: string; reports: Report[]; close: () => Promise<void> };

/** Starts a server to which workflows report the events that they process. */
export async function startRecorder(): Promise<Recorder> {
	const reports: Report[] = [];
	const server = await startHttpServer(({ body }) => {
		reports.push(JSON.parse(body.toString()) as Report);
		return { status: 200, body: '{}' };
	});
	return { ...server, reports };
}

/** Returns how often each event was reported. */
export function countByEvent(reports: readonly Report[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { eventId } of reports) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
	return counts;
}

/** Returns the parameters of an HTTP Request node that reports the event of its item. */
export function reportTo({ url }: Recorder): object {
	return {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ { eventId: $('Message').first().json.eventId, executionId: $execution.id } }}`,
	};
}
