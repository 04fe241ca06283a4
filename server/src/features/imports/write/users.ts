import { importNotices } from '@loquat/contract'
import { noDefaults } from '../../../directory/bots.ts'
import type { User } from '../../../directory/directory.ts'
import { loadUsers } from '../../../directory/user-store.ts'
import { randomApiKey } from '../../../platform/passwords.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { ImportError } from '../import-error.ts'
import type { SourceId, SourceUser } from '../model.ts'
import { fullName } from '../text/names.ts'
import { countName, dateOrNow, fakeIds, type ImportJob } from './job.ts'
import { recordIds } from './rows-store.ts'
import { storedUserSettings } from './settings.ts'
import { insertAccounts, makeAccountOwner, type NewAccountRow, setOwners } from './user-store.ts'

const batchSize = 500
const ownerRole = 100

/** Users whose other data can be stored once everybody has an ID. */
export interface ImportedUser {
  user: User
  from: SourceUser
}

/** Creates the accounts of an archive. */
export async function writeUsers(job: ImportJob): Promise<ImportedUser[]> {
  const bots = systemBots(await loadUsers(job.db, job.realmId, undefined))
  for (const bot of bots.values()) job.directory.putUser(bot)
  const imported: ImportedUser[] = []
  const byEmail = new Map<string, User>()
  let batch: { from: SourceUser; row: NewAccountRow }[] = []
  /** Addresses in the current batch. */
  const later: { from: SourceUser; email: string }[] = []
  const flush = async () => {
    const users = await storeUsers(
      job,
      batch.map(({ row }) => row),
    )
    for (const [n, user] of users.entries()) {
      const { from } = batch[n]!
      job.users.set(from.id, user)
      byEmail.set(user.deliveryEmail.toLowerCase(), user)
      imported.push({ user, from })
    }
    batch = []
  }
  const seen = new Set<SourceId>()
  const emails = new Set<string>()
  for await (const from of job.source.users()) {
    if (seen.has(from.id)) throw new ImportError('archive-users-twice', { id: from.id })
    seen.add(from.id)
    if (from.systemBot !== undefined) {
      const bot = bots.get(from.systemBot) ?? bots.get('notification-bot')
      if (bot !== undefined) job.users.set(from.id, bot)
      continue
    }
    const row = accountRow(job, from)
    const key = row.delivery_email.toLowerCase()
    if (emails.has(key)) {
      job.report.skip('users', 'more than one account with this address')
      later.push({ from, email: key })
      continue
    }
    emails.add(key)
    batch.push({ from, row })
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  for (const { from, email } of later) job.users.set(from.id, byEmail.get(email)!)
  await ensureOwner(job, byEmail)
  await writeBotOwners(job, imported)
  if (!job.isDryRun) {
    await recordIds(
      job.db,
      job.realmId,
      'user',
      Array.from(job.users, ([id, user]) => [id, user.id] as const),
    )
  }
  return imported
}

function systemBots(users: readonly User[]): Map<string, User> {
  const bots = users.filter((user) => user.isSystemBot)
  return new Map(bots.map((bot) => [bot.deliveryEmail.split('@')[0] ?? '', bot]))
}

function accountRow(job: ImportJob, from: SourceUser): NewAccountRow {
  const email = from.email === null ? undefined : parseEmail(job.report.clean(from.email))
  const full_name = fullName(from.name, from.handle ?? from.id)
  if (email === undefined && from.bot === undefined) job.report.skipAddress({ ...from, name: full_name })
  const key = job.app.sealer.storedKey('api key', randomApiKey())
  return {
    delivery_email: email ?? placeholderAddress(job, from.id),
    full_name,
    role: from.role,
    // Nobody can log in without an address. Bots use their key.
    is_active: from.isActive && (email !== undefined || from.bot !== undefined),
    bot_type: from.bot?.type ?? null,
    can_create_users: from.role === ownerRole && from.bot === undefined,
    api_key_hash: key.hash,
    api_key_sealed: key.sealed,
    timezone: isTimezone(from.timezone) ? from.timezone : '',
    settings: storedUserSettings(from.settings),
    onboarding_done: from.onboardingDone ?? [],
    created_at: dateOrNow(job, from.createdAt),
  }
}

const isTimezone = (zone: string | undefined): zone is string =>
  zone?.includes('/') === true && zone.length <= 100 && canFormat(zone)

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** An address that no mail server has. */
const placeholderAddress = ({ subdomain }: ImportJob, id: SourceId) =>
  `${id.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100) || 'user'}@${subdomain}.invalid`

async function storeUsers(job: ImportJob, rows: readonly NewAccountRow[]): Promise<User[]> {
  const ids = job.isDryRun
    ? fakeIds(rows).map((id) => ({ id, recipient_id: id }))
    : await insertAccounts(job.db, job.realmId, rows)
  return rows.map((row, n) => {
    const user: User = {
      id: ids[n]!.id,
      realmId: job.realmId,
      recipientId: ids[n]!.recipient_id,
      deliveryEmail: row.delivery_email,
      fullName: row.full_name,
      role: row.role,
      isActive: row.is_active,
      botType: row.bot_type,
      botOwnerId: null,
      botDefaults: noDefaults,
      isSystemBot: false,
      canCreateUsers: row.can_create_users,
      apiKeyHash: row.api_key_hash,
      sealedApiKey: row.api_key_sealed,
      timezone: row.timezone,
      avatarSource: 'G',
      avatarVersion: 1,
      avatarFile: null,
      settings: row.settings,
      createdAt: row.created_at.getTime(),
    }
    job.directory.putUser(user)
    countName(job, user.fullName)
    job.report.count('users')
    if (user.botType !== null) job.report.count('bots')
    return user
  })
}

/** Somebody has to be able to administer the new organization. */
async function ensureOwner(job: ImportJob, byEmail: Map<string, User>): Promise<void> {
  const { ownerEmail } = job
  if (ownerEmail !== undefined) {
    const address = parseEmail(ownerEmail)
    if (address === undefined) throw new ImportError('archive-owner-address-invalid', { email: ownerEmail })
    const known = byEmail.get(address.toLowerCase())
    if (known === undefined) await createOwner(job, address)
    else await makeOwner(job, known)
  }
  const owners = [...job.directory.users.values()].filter(isUsableOwner)
  if (owners.length === 0) {
    throw new ImportError('archive-owner-missing', {}, '--owner-email EMAIL')
  }
  job.report.owners.push(...owners.map((owner) => owner.deliveryEmail))
}

const isUsableOwner = (user: User) =>
  user.role === ownerRole && user.isActive && user.botType === null && !user.isSystemBot

async function createOwner(job: ImportJob, address: string): Promise<void> {
  const from: SourceUser = {
    id: address,
    name: address.split('@')[0] ?? '',
    email: address,
    role: ownerRole,
    isActive: true,
    // They have not used the other product.
    onboardingDone: [...importNotices],
  }
  const [owner] = await storeUsers(job, [accountRow(job, from)])
  job.createdOwner = owner!
}

async function makeOwner(job: ImportJob, user: User): Promise<void> {
  Object.assign(user, { role: ownerRole, isActive: true, canCreateUsers: true })
  if (!job.isDryRun) await makeAccountOwner(job.db, user.id)
}

async function writeBotOwners(job: ImportJob, imported: readonly ImportedUser[]): Promise<void> {
  const first = [...job.directory.users.values()].find(isUsableOwner)
  const pairs = imported.flatMap(({ user, from }) => {
    if (from.bot === undefined || first === undefined) return []
    const named = from.bot.owner === undefined ? undefined : job.users.get(from.bot.owner)
    const owner = named === undefined || named.botType !== null ? first : named
    user.botOwnerId = owner.id
    job.report.bots.push({ name: user.fullName, email: user.deliveryEmail, owner: owner.deliveryEmail })
    return [{ botId: user.id, ownerId: owner.id }]
  })
  if (!job.isDryRun) await setOwners(job.db, pairs)
}

/** The account of a sender, or a deactivated placeholder for a sender who is in no list. */
export async function ensureSender(
  job: ImportJob,
  id: SourceId,
  name: string | undefined,
  isBot = false,
): Promise<User> {
  const known = job.users.get(id)
  if (known !== undefined) return known
  const from: SourceUser = {
    id,
    name: name?.trim() || `Unknown user ${id}`,
    email: null,
    role: 400,
    isActive: false,
    ...(isBot ? { bot: { type: 1 as const } } : {}),
  }
  const [user] = await storeUsers(job, [uniqueRow(job, accountRow(job, from))])
  job.users.set(id, user!)
  if (isBot) await writeBotOwners(job, [{ user: user!, from }])
  if (!job.isDryRun) await recordIds(job.db, job.realmId, 'user', [[id, user!.id]])
  return user!
}

/** Two IDs may give one address, because some characters are replaced. */
function uniqueRow(job: ImportJob, row: NewAccountRow): NewAccountRow {
  if (job.directory.userByEmail(row.delivery_email) === undefined) return row
  return { ...row, delivery_email: `${job.directory.users.size}.${row.delivery_email}` }
}
