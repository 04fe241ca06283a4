import { randomUUID } from 'node:crypto'
import {
  initialSignInPolicy,
  maxRealmNameLength,
  realmPermissions,
  systemGroups,
  WireError,
} from '@loquat/contract'
import { Directory, type Group } from '../../../directory/directory.ts'
import { loadGroups } from '../../../directory/store.ts'
import { checkedLinkifier, checkedPlayground } from '../../administration/linkifiers/rules.ts'
import { cut, oneLine } from '../text/clean.ts'
import { permissionValues } from './group-values.ts'
import { dateOrNow, fakeIds, type ImportJob } from './job.ts'
import { insertHiddenRealm, storeRealmValues } from './organization-store.ts'
import { storeRealmPictures } from './pictures.ts'
import { addRows, insertRows } from './rows-store.ts'
import { storedRealmSettings, storedUserSettings } from './settings.ts'

/** Creates the organization, invisible, and its directory with the system groups. */
export async function createHiddenOrganization(
  job: Omit<ImportJob, 'realmId' | 'directory'>,
  name: string,
): Promise<Pick<ImportJob, 'realmId' | 'directory'>> {
  const { organization } = job.source
  const createdAt = dateOrNow(job, organization.createdAt)
  const realmId = job.isDryRun
    ? 0
    : await insertHiddenRealm(job.db, job.app.trail, {
        name: realmName(name),
        hiddenName: `importing ${randomUUID()}`,
        source: job.kind.name,
        createdAt,
        now: new Date(job.app.clock.now()),
      })
  const directory = new Directory({
    id: realmId,
    subdomain: job.subdomain,
    name: realmName(name),
    settings: {},
    permissions: {},
    pictures: {},
    domains: [],
    authentication: {},
    userDefaults: {},
    signInPolicy: initialSignInPolicy,
    deactivated: false,
    previewOf: null,
    oldMessageIdsBelow: null,
    createdAt: createdAt.getTime(),
  })
  const groups = job.isDryRun ? drySystemGroups() : await loadGroups(job.db, realmId)
  for (const group of groups) directory.putGroup(group)
  return { realmId, directory }
}

const realmName = (name: string) => cut(oneLine(name, 200), maxRealmNameLength) || 'Organization'

function drySystemGroups(): Group[] {
  const ids = fakeIds(systemGroups)
  return systemGroups.map((name, n) => ({
    id: ids[n]!,
    name,
    description: '',
    isSystem: true,
    creatorId: null,
    deactivated: false,
    permissions: {},
    createdAt: 0,
    members: new Set(),
    subgroups: new Set(),
  }))
}

/** Settings and permissions, which refer to groups and channels, and the small lists. */
export async function writeOrganization(job: ImportJob): Promise<void> {
  const { organization } = job.source
  const channelSettings = Object.fromEntries(
    Object.entries(organization.channelSettings ?? {}).flatMap(([name, id]) => {
      const channel = id === null ? undefined : job.channels.get(id)
      return channel === undefined || channel.isArchived ? [] : [[name, channel.id]]
    }),
  )
  const values = {
    settings: storedRealmSettings({ ...organization.settings, ...channelSettings }),
    permissions: permissionValues(job, realmPermissions, organization.permissions),
    userDefaults: storedUserSettings(organization.userDefaults),
    pictures: await storeRealmPictures(job),
    authentication: organization.authentication ?? {},
  }
  Object.assign(job.directory.realm, values)
  if (!job.isDryRun) await storeRealmValues(job.db, job.realmId, values)
  await writeLinkifiers(job)
  await writePlaygrounds(job)
  await writeDomains(job)
  await writeDefaultChannelGroups(job)
}

/** The result, or undefined if the API would refuse it. */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

async function writeLinkifiers(job: ImportJob): Promise<void> {
  const accepted: { id: number; pattern: string; url_template: string }[] = []
  for (const { pattern, urlTemplate } of job.source.organization.linkifiers ?? []) {
    const checked = unlessRefused(() => checkedLinkifier({ pattern, url_template: urlTemplate }, accepted))
    if (checked === undefined) job.report.skip('linkifiers', 'pattern refused')
    else accepted.push({ id: accepted.length + 1, ...checked })
  }
  job.directory.linkifiers = accepted
  const rows = accepted.map(({ id, ...texts }) => ({ ...texts, realm_id: job.realmId, position: id }))
  const columns = { realm_id: 'bigint', pattern: 'text', url_template: 'text', position: 'integer' }
  if (!job.isDryRun) await insertRows(job.db, 'linkifier', columns, rows)
}

async function writePlaygrounds(job: ImportJob): Promise<void> {
  const rows = (job.source.organization.playgrounds ?? []).flatMap(({ name, language, urlTemplate }) => {
    const sent = { name, highlight_language: language, url_template: urlTemplate }
    const checked = unlessRefused(() => checkedPlayground(sent, []))
    if (checked === undefined) job.report.skip('playgrounds', 'pattern refused')
    return checked === undefined ? [] : [{ ...checked, realm_id: job.realmId }]
  })
  const columns = { realm_id: 'bigint', name: 'text', highlight_language: 'text', url_template: 'text' }
  if (!job.isDryRun) await insertRows(job.db, 'playground', columns, rows)
}

async function writeDomains(job: ImportJob): Promise<void> {
  const domains = (job.source.organization.domains ?? []).filter(({ domain }) =>
    /^[a-z0-9.-]{3,250}$/i.test(domain),
  )
  const rows = domains.map(({ domain, allowSubdomains }) => ({
    realm_id: job.realmId,
    domain: domain.toLowerCase(),
    allow_subdomains: allowSubdomains,
  }))
  const columns = { realm_id: 'bigint', domain: 'text', allow_subdomains: 'boolean' }
  if (!job.isDryRun) await addRows(job.db, 'realm_domain', columns, rows)
}

async function writeDefaultChannelGroups(job: ImportJob): Promise<void> {
  const groups = job.source.organization.defaultChannelGroups ?? []
  if (job.isDryRun) return
  const rows = groups.map(({ name, description }) => ({ realm_id: job.realmId, name, description }))
  const columns = { realm_id: 'bigint', name: 'text', description: 'text' }
  const ids = await insertRows(job.db, 'default_channel_group', columns, rows)
  const channels = groups.flatMap((group, n) =>
    group.channels.flatMap((id) => {
      const channel = job.channels.get(id)
      return channel === undefined ? [] : [{ group_id: ids[n], channel_id: channel.id }]
    }),
  )
  await addRows(
    job.db,
    'default_channel_group_channel',
    { group_id: 'bigint', channel_id: 'bigint' },
    channels,
  )
}
