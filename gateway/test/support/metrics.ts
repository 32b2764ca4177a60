/** Returns the samples of a gateway's metrics by their names, labels included. */
export async function metricsOf(gateway: { url: string }): Promise<Map<string, number>> {
	const text = await (await fetch(`${gateway.url}/metrics`)).text();
	const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
	return new Map(
		samples.map((line) => {
			const space = line.lastIndexOf(' ');
			return [line.slice(0, space), Number(line.slice(space + 1))];
		}),
	);
}
