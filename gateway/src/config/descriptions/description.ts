/** The description of a setting, from which docs/configuration.md and `config list` are made. */
export interface Description {
	group: keyof typeof GROUPS;
	/** What the setting does, in Markdown with links from docs/. */
	text: string;
	/** The behaviour without the variable, where the setting has no default value. */
	unset?: string;
	/** A valid value; of a secret, a placeholder. */
	example: string;
}

/** The groups in their order, with their titles. */
export const GROUPS = {
	address: 'Address and TLS',
	storage: 'Database, folder and encryption',
	network: 'Messaging network',
	access: 'Keys and sign-in',
	webhooks: 'Webhooks and downloads',
	files: 'Files of messages',
	retention: 'Retention',
	limits: 'Limits',
	alerts: 'Alerts',
	observability: 'Logs and traces',
} as const;
