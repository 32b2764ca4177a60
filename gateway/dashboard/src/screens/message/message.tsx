import { PageHeader } from '../../components/page-header.tsx';

export default function Message() {
	return <PageHeader title="Message" />;
}
