import { randomApiKey } from '../../../platform/passwords.ts'
import { serviceRow } from '../../identity/bots/store.ts'
import type { SourceBot } from '../model.ts'
import { insertBotService, insertBotStorage, setBotDefaults } from './bot-store.ts'
import type { ImportJob } from './job.ts'
import type { ImportedUser } from './users.ts'

/** Services, default channels and stored values of bots. Their channels must exist. */
export async function writeBots(job: ImportJob, imported: readonly ImportedUser[]): Promise<void> {
  if (job.isDryRun) return
  for (const { user, from } of imported) {
    const { service, defaults, storage } = from.bot ?? {}
    if (service !== undefined) await storeService(job, user.id, service)
    if (defaults !== undefined) await storeDefaults(job, user.id, defaults)
    if (storage !== undefined) await insertBotStorage(job.db, user.id, cleaned(job, storage))
  }
}

async function storeService(
  { app, db }: ImportJob,
  botId: number,
  { name, url, interface: kind }: NonNullable<SourceBot['service']>,
): Promise<void> {
  const token = app.sealer.seal('webhook token', randomApiKey(), serviceRow(botId))
  await insertBotService(db, { bot_id: botId, name, base_url: url, interface: kind, token_sealed: token })
}

async function storeDefaults(
  { db, channels }: ImportJob,
  botId: number,
  { sendingChannel, eventsChannel, allPublicChannels }: NonNullable<SourceBot['defaults']>,
): Promise<void> {
  const channelId = (id: string | undefined) => (id === undefined ? null : (channels.get(id)?.id ?? null))
  await setBotDefaults(db, botId, {
    default_sending_channel_id: channelId(sendingChannel),
    default_events_channel_id: channelId(eventsChannel),
    default_all_public_channels: allPublicChannels,
  })
}

/** Without characters that PostgreSQL cannot store. */
const cleaned = ({ report }: ImportJob, storage: ReadonlyMap<string, string>) =>
  new Map(Array.from(storage, ([key, value]) => [report.clean(key), report.clean(value)]))
