import { keepsTheContract } from './contract.ts';
import { whatsAppWebNetwork } from './whatsapp-web.ts';

keepsTheContract(whatsAppWebNetwork());
