export { searchChats } from './searchChats';
export { searchContacts } from './searchContacts';
export { searchDeliveries } from './searchDeliveries';
export { searchGroups } from './searchGroups';
export { searchInstances } from './searchInstances';
export { searchMessages } from './searchMessages';
export { searchRecipients } from './searchRecipients';
export { searchWebhooks } from './searchWebhooks';
