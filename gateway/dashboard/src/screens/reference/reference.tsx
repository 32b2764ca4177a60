import { GATEWAY_URL, gatewayUrl } from '../../api/gateway-url.ts';
import { isOwner } from '../../api/sign-in/session.ts';
import { CopyButton } from '../../components/display/copy-button.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { currentLocation } from '../../routing/location.ts';
import { RequestExamples } from '../requests/request-examples.tsx';

/** The address of the API, an example of each operation, and a link to the reference at /docs. */
export default function Reference() {
	return (
		<>
			<PageHeader
				title="API reference"
				about="Programs can do everything that this page does. The API uses JSON over HTTPS."
			/>
			<div class="stack">
				<Panel title="To begin with">
					<div class="stack">
						<DescriptionList>
							<Description name="Address">
								<code>{GATEWAY_URL}</code>
								<CopyButton text={GATEWAY_URL} what="the address" />
							</Description>
							<Description name="Header of each request">
								<code>Authorization: Bearer &lt;API key&gt;</code>
								{isOwner() && (
									<>
										{' '}
										– <a href="#/keys">make a key</a>
									</>
								)}
							</Description>
						</DescriptionList>
						<p>
							The reference lists every operation with its fields, the scope it needs, its errors and
							examples.
						</p>
						<div class="line">
							<a class="button button-main" href={gatewayUrl('/docs')}>
								Open the reference
							</a>
							<a class="button" href={gatewayUrl('/openapi.json')} download>
								OpenAPI document
							</a>
						</div>
					</div>
				</Panel>
				<Panel title="Requests by example">
					<RequestExamples place={currentLocation.value} />
				</Panel>
			</div>
		</>
	);
}
