import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in/session.ts';
import { listTemplates } from '../../api/templates.ts';
import type { Template } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { TEMPLATE_CATEGORIES, TemplateBadge } from '../../components/badges/template-badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Button } from '../../components/forms/button.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { InstanceScreen, type ShownInstance } from '../../components/layout/instance-screen.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { Rows } from '../../components/lists/rows.tsx';
import { TemplateDialog } from '../../components/template/template-dialog.tsx';
import { TemplatePreview } from '../../components/template/template-preview.tsx';
import { hrefTo, navigate } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { useQueryText, useQueryValue } from '../../routing/use-query.ts';

const STATUSES: readonly Template['status'][] = ['approved', 'pending', 'rejected', 'paused', 'disabled'];

/** The templates of an instance that is connected through the official API. */
export default function Templates({ parameters: { instanceId } }: { parameters: Parameters }) {
	return (
		<InstanceScreen
			title="Templates"
			about="Texts that the operator of the network has approved. They can be sent to people who have not written for a day."
			icon="template"
			area="templates"
			instanceId={instanceId}
		>
			{(instance) =>
				instance.capabilities.has('templates') ? (
					instance.isConnected && <TemplateList key={instance.id} instance={instance} />
				) : (
					<EmptyState title="This instance has no templates" icon="template">
						Only instances that are connected through the official API have templates. Choose another
						instance, or connect one with the method Official API.
					</EmptyState>
				)
			}
		</InstanceScreen>
	);
}

function TemplateList({ instance: { id } }: { instance: ShownInstance }) {
	const [search, setSearch] = useQueryText('search');
	const [status, setStatus] = useQueryValue('status', STATUSES);
	const [testing, setTesting] = useState<Template | null>(null);
	const templates = useLoad(`templates ${id}`, (signal) => listTemplates(id, signal));
	const wanted = search.trim().toLowerCase();
	const fits = (template: Template): boolean =>
		(status === '' || template.status === status) &&
		`${template.name} ${template.language} ${template.body}`.toLowerCase().includes(wanted);
	return (
		<>
			<Toolbar>
				<div class="grow">
					<SearchField label="Search by name, language or text" value={search} onChange={setSearch} />
				</div>
				<SelectField
					label="Approval"
					value={status}
					onChange={setStatus}
					options={[
						['', 'All'],
						['approved', 'Approved'],
						['pending', 'Waiting for approval'],
						['rejected', 'Rejected'],
						['paused', 'Paused'],
						['disabled', 'Disabled'],
					]}
				/>
			</Toolbar>
			<LoadedView of={templates}>
				{(all) => {
					const shown = all.filter(fits);
					if (shown.length === 0) {
						return (
							<EmptyState title={all.length === 0 ? 'No templates yet' : 'No template fits'} icon="template">
								{all.length === 0
									? 'Make templates at the operator of the network. They appear here with their approval.'
									: 'Try fewer letters, or another state of approval.'}
							</EmptyState>
						);
					}
					return (
						<Rows items={shown} keyOf={({ name, language }) => `${name} ${language}`}>
							{(template) => <TemplateRow template={template} onTest={setTesting} />}
						</Rows>
					);
				}}
			</LoadedView>
			{testing !== null && (
				<TemplateDialog
					title={`Send ${testing.name} as a test`}
					instanceId={id}
					to={null}
					template={testing}
					onSent={({ messageId }) => {
						navigate(hrefTo('messages', messageId));
					}}
					onClose={() => {
						setTesting(null);
					}}
				/>
			)}
		</>
	);
}

interface RowProperties {
	template: Template;
	onTest: (template: Template) => void;
}

function TemplateRow({ template, onTest }: RowProperties) {
	const { name, language, category, status } = template;
	return (
		<Row
			label={`${name} ${language}`}
			title={name}
			side={
				<RowSide>
					<TemplateBadge status={status} />
					{mayWrite() && status === 'approved' && (
						<Button
							icon="send"
							onClick={() => {
								onTest(template);
							}}
						>
							Send a test<span class="visually-hidden"> of {name}</span>
						</Button>
					)}
				</RowSide>
			}
		>
			<RowDetail>
				{TEMPLATE_CATEGORIES[category]}, {language}
			</RowDetail>
			<TemplatePreview template={template} />
		</Row>
	);
}
