import { accountAreas } from './areas/account.ts'
import { conversationAreas } from './areas/conversation.ts'
import { organizationAreas } from './areas/organization.ts'

/** Every endpoint, by area. The server does not compile unless it implements each area completely. */
export const areas = { ...accountAreas, ...conversationAreas, ...organizationAreas } as const
