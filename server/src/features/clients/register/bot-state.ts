import type { InitialState } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { integrations } from '../../administration/integrations/present.ts'
import { presentBot, type Services, visibleBots } from '../../identity/bots/present.ts'

/** Fetch type `realm_bot`, and the lists of bot types and integrations. */
export function botState(
  directory: Directory,
  sealer: Sealer,
  viewer: User,
  services: Services | undefined,
  wants: (type: string) => boolean,
): Partial<InitialState> {
  return {
    ...(services && {
      realm_bots: visibleBots(directory, viewer).map((bot) => presentBot(directory, sealer, bot, services)),
    }),
    ...(wants('realm_embedded_bots') && { realm_embedded_bots: [] }),
    ...(wants('realm_incoming_webhook_bots') && { realm_incoming_webhook_bots: [...integrations] }),
  }
}
