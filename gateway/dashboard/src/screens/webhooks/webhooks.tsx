import { PageHeader } from '../../components/page-header.tsx';

export default function Webhooks() {
	return <PageHeader title="Webhooks" />;
}
