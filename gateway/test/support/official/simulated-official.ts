import type { Client } from '../client.ts';

/** The body of a request that connects an instance of the simulated network through the official API. */
export const OFFICIAL = { method: 'official', businessId: '1', phoneNumberId: '2', accessToken: 'token' };

/** Connects a new instance of the simulated network through the official API; returns its id. */
export async function simulatedOfficialInstance(client: Client): Promise<string> {
	const id = (await client.post('/v1/instances', { name: 'Official' })).text('data.id');
	await client.post(`/v1/instances/${id}/connect`, OFFICIAL);
	return id;
}
