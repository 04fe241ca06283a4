import { botTypes } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { BotConfig } from './rules.ts'

export interface NewService {
  name: string
  baseUrl: string
  interfaceType: number
  token: string
}

/** The URL an outgoing webhook bot calls. */
export interface StoredService {
  base_url: string
  interface: number
  sealedToken: string
}

/** Sealed tokens are bound to their row. */
export const serviceRow = (botId: number) => `bot_service ${botId}`
const configRow = (botId: number) => `bot_config ${botId}`

export async function insertService(tx: Tx, botId: number, service: NewService): Promise<void> {
  const { name, baseUrl: base_url, interfaceType, token } = service
  await tx.db
    .insertInto('bot_service')
    .values({
      bot_id: botId,
      name,
      base_url,
      interface: interfaceType,
      token_sealed: tx.sealer.seal('webhook token', token, serviceRow(botId)),
    })
    .execute()
}

export async function updateService(
  tx: Tx,
  botId: number,
  service: { baseUrl: string; interfaceType: number },
): Promise<void> {
  await tx.db
    .updateTable('bot_service')
    // A new URL is a new service: forget the failures of the old one.
    .set({ base_url: service.baseUrl, interface: service.interfaceType, told_failures: [] })
    .where('bot_id', '=', botId)
    .execute()
}

/** Services of outgoing webhook bots, by bot ID: of the given bots, or of the whole organization. */
export async function loadServices(
  db: Db,
  realmId: number,
  botIds?: readonly number[],
): Promise<Map<number, StoredService[]>> {
  const rows = await db
    .selectFrom('bot_service')
    .innerJoin('account', 'account.id', 'bot_service.bot_id')
    .select(['bot_id', 'base_url', 'interface', 'token_sealed'])
    .where('realm_id', '=', realmId)
    .where('bot_type', '=', botTypes.outgoingWebhook)
    .$if(botIds !== undefined, (query) => query.where(sql<boolean>`bot_id = any(${botIds}::bigint[])`))
    .execute()
  return new Map(
    rows.map(({ bot_id, token_sealed, ...service }) => [
      bot_id,
      [{ ...service, sealedToken: token_sealed ?? '' }],
    ]),
  )
}

export async function loadConfig({ db, sealer }: Tx, botId: number): Promise<BotConfig> {
  const row = await db.selectFrom('bot_config').select('data').where('bot_id', '=', botId).executeTakeFirst()
  return row === undefined ? {} : (sealer.openJson('bot config', row.data, configRow(botId)) as BotConfig)
}

export async function saveConfig(tx: Tx, botId: number, config: BotConfig): Promise<void> {
  const data = tx.sealer.sealJson('bot config', JSON.stringify(config), configRow(botId))
  await tx.db
    .insertInto('bot_config')
    .values({ bot_id: botId, data })
    .onConflict((conflict) => conflict.column('bot_id').doUpdateSet({ data }))
    .execute()
}
