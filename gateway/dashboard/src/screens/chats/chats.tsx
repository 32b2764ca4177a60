import { PageHeader } from '../../components/page-header.tsx';

export default function Chats() {
	return <PageHeader title="Chats" />;
}
