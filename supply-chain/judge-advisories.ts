/** Severities of an advisory, the mildest first. */
export const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** An advisory of a package that is in the lock file. */
export interface Advisory {
	/** Its GHSA id, or the address of its page. */
	id: string;
	package: string;
	title: string;
	severity: Severity;
	/** Whether an affected version of the package runs in production. */
	inProduction: boolean;
}

/** An advisory that does not stop a build until a day, and why. */
export interface Acceptance {
	id: string;
	package: string;
	reason: string;
	/** The last day, as YYYY-MM-DD. */
	until: string;
}

/** The part of `npm audit --json` that is read. */
export interface AuditReport {
	vulnerabilities: Record<string, { via: (string | AuditedAdvisory)[]; nodes: string[] }>;
}

interface AuditedAdvisory {
	name: string;
	title: string;
	url: string;
	severity: Severity;
}

export interface Judgement {
	/** In production, moderate or worse, and not accepted: the build fails. */
	failing: Advisory[];
	/** In production and accepted. */
	accepted: Advisory[];
	/** Mild, or of a package that only builds and tests. */
	others: Advisory[];
	/** Acceptances of no known advisory, which can be removed. */
	unused: Acceptance[];
}

/** Returns the advisories of a report, one for each advisory and package. */
export function advisoriesIn(report: AuditReport, productionFolders: ReadonlySet<string>): Advisory[] {
	const found = new Map<string, Advisory>();
	for (const { via, nodes } of Object.values(report.vulnerabilities)) {
		const inProduction = nodes.some((folder) => productionFolders.has(folder));
		for (const advisory of via) {
			// A text names another package of the report: this one is affected by depending on it.
			if (typeof advisory === 'string') continue;
			const { name, title, url, severity } = advisory;
			const id = /GHSA(-[a-z0-9]+)+/.exec(url)?.[0] ?? url;
			found.set(`${id} ${name}`, { id, package: name, title, severity, inProduction });
		}
	}
	return [...found.values()].sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
}

/** Sorts advisories by their severity for a build on a day (YYYY-MM-DD). */
export function judge(
	advisories: readonly Advisory[],
	acceptances: readonly Acceptance[],
	today: string,
): Judgement {
	const judgement: Judgement = { failing: [], accepted: [], others: [], unused: [] };
	const matches = (advisory: Advisory) => (acceptance: Acceptance) =>
		acceptance.id === advisory.id && acceptance.package === advisory.package;
	for (const advisory of advisories) {
		const isMild = SEVERITIES.indexOf(advisory.severity) < SEVERITIES.indexOf('moderate');
		const acceptance = acceptances.find(matches(advisory));
		if (!advisory.inProduction || isMild) judgement.others.push(advisory);
		else if (acceptance !== undefined && today <= acceptance.until) judgement.accepted.push(advisory);
		else judgement.failing.push(advisory);
	}
	judgement.unused = acceptances.filter(
		(acceptance) => !advisories.some((advisory) => matches(advisory)(acceptance)),
	);
	return judgement;
}
