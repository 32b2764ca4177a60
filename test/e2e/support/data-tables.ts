import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fetchFromN8n } from '../../../playground/src/n8n/fetch.ts';
import { callN8n, type N8nSession } from '../../../playground/src/n8n/client.ts';

export type DataTable = { id: string; projectId: string };

type Upload = { id: string; columns: { name: string; type: string }[] };

/** Creates a data table of n8n from a CSV file, as its import does. */
export async function importDataTable(session: N8nSession, name: string, file: string): Promise<DataTable> {
	const upload = await uploadCsv(session, file);
	const { id: projectId } = (await callN8n(session, 'GET', '/rest/projects/personal')) as { id: string };
	const columns = upload.columns.map((column) => ({ ...column, csvColumnName: column.name }));
	const body = { name, columns, fileId: upload.id, containsHeaders: true };
	const created = await callN8n(session, 'POST', `/rest/projects/${projectId}/data-tables`, body);
	return { id: (created as { id: string }).id, projectId };
}

export async function listRows(
	session: N8nSession,
	{ id, projectId }: DataTable,
): Promise<Record<string, unknown>[]> {
	const rows = await callN8n(session, 'GET', `/rest/projects/${projectId}/data-tables/${id}/rows?take=100`);
	return (rows as { data: Record<string, unknown>[] }).data;
}

export async function insertRow(
	session: N8nSession,
	{ id, projectId }: DataTable,
	row: Record<string, string | null>,
): Promise<void> {
	const path = `/rest/projects/${projectId}/data-tables/${id}/insert`;
	await callN8n(session, 'POST', path, { data: [row], returnType: 'count' });
}

async function uploadCsv({ url, cookie }: N8nSession, file: string): Promise<Upload> {
	const form = new FormData();
	form.append('file', new Blob([await readFile(file)], { type: 'text/csv' }), path.basename(file));
	form.append('hasHeaders', 'true');
	const answer = await fetchFromN8n(`${url}/rest/data-tables/uploads`, {
		method: 'POST',
		headers: { cookie },
		body: form,
	});
	if (!answer.ok) throw new Error(`n8n does not accept ${file}: ${await answer.text()}`);
	return ((await answer.json()) as { data: Upload }).data;
}
