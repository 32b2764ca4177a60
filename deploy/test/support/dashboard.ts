/** A panel of a Grafana dashboard, as far as the tests read it. */
export interface Panel {
	id: number;
	type: string;
	title: string;
	description?: string;
	gridPos: { x: number; y: number; w: number; h: number };
	targets?: { expr: string; refId: string; datasource: { uid: string } }[];
}

/** A Grafana dashboard, as far as the tests read it. */
export interface Dashboard {
	title: string;
	uid: string;
	schemaVersion: number;
	templating: { list: { name: string; type: string }[] };
	panels: Panel[];
}

/** Returns the queries of a dashboard as Grafana sends them, for the job of the gateway and one instance. */
export function dashboardQueries(text: string, instance: string): string[] {
	const { panels } = JSON.parse(text) as Dashboard;
	return panels
		.flatMap(({ targets = [] }) => targets)
		.map(({ expr }) =>
			expr
				.replaceAll('$job', 'messaging-gateway')
				.replaceAll('$instance', instance.replaceAll('.', '\\\\.'))
				.replaceAll('$__rate_interval', '20s'),
		);
}
