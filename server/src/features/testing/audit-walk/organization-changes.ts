import { File } from 'node:buffer'
import { runJobs } from '@loquat/devkit'
import { zipOf } from '../../conversation/custom-emoji/testing/zip-of.ts'
import { picture } from '../../identity/pictures/testing/fixtures.ts'
import { addChunk } from '../../imports/requests/testing/requested.ts'
import type { AuditedCalls } from './call.ts'

const domain = 'orchard.example'
const url_template = 'https://example.com/{id}'

export const organizationChanges: AuditedCalls = {
  updateRealm: [
    'organization.settings_changed',
    ({ alice: { api } }) => api.updateRealm({ message_retention_days: 90, name: 'Grove' }),
  ],
  addDomain: ['domain.added', ({ alice: { api } }) => api.addDomain({ domain, allow_subdomains: false })],
  updateDomain: [
    'domain.changed',
    ({ alice: { api } }) => api.updateDomain({ domain, allow_subdomains: true }),
  ],
  removeDomain: ['domain.removed', ({ alice: { api } }) => api.removeDomain({ domain })],
  updateUserSettingsDefaults: [
    'organization.defaults_changed',
    ({ alice: { api } }) => api.updateUserSettingsDefaults({ enter_sends: true }),
  ],
  requestExport: [
    'export.requested',
    async (world, ids) => {
      ids.export = (await world.alice.api.requestExport()).id
      await runJobs(world)
    },
  ],
  deleteExport: [
    'export.deleted',
    ({ alice: { api } }, ids) => api.deleteExport({ export_id: Number(ids.export) }),
  ],
  createImport: [
    'import.uploaded',
    async ({ alice: { api } }, ids) => {
      const { realm_import } = await api.createImport({ source: 'slack', file_name: 'archive.zip', size: 10 })
      ids.import = realm_import.id
      ids.upload = realm_import.upload_url
    },
  ],
  startImport: [
    'import.started',
    async (world, ids) => {
      await addChunk(world, world.alice, { upload_url: String(ids.upload) }, 0, 'an archive')
      await world.alice.api.startImport({ import_id: String(ids.import), dry_run: true })
    },
  ],
  deleteImport: [
    'import.deleted',
    ({ alice: { api } }, ids) => api.deleteImport({ import_id: String(ids.import) }),
  ],
  retryDeliveries: ['deliveries.retried', ({ alice: { api } }) => api.retryDeliveries({ kind: 'email' })],
  setAuditWebhook: [
    'audit.webhook_changed',
    ({ alice: { api } }) => api.setAuditWebhook({ url: 'https://logs.example.com/secret-path' }),
  ],
  deleteAuditWebhook: ['audit.webhook_changed', ({ alice: { api } }) => api.deleteAuditWebhook()],
  setSummaryService: [
    'summary.service_changed',
    ({ alice: { api } }) =>
      api.setSummaryService({ base_url: 'https://127.0.0.1:9/v1', api_key: 'sk-plums', model: 'small' }),
  ],
  testSummaryService: [
    'summary.service_tested',
    // The entry is made before the request, which cannot succeed.
    ({ alice: { api } }) => api.testSummaryService().catch(() => undefined),
  ],
  deleteSummaryService: ['summary.service_changed', ({ alice: { api } }) => api.deleteSummaryService()],
  createChannelFolder: [
    'channel_folder.created',
    async ({ alice: { api } }, ids) => {
      ids.folder = (await api.createChannelFolder({ name: 'trees', description: '' })).channel_folder_id
    },
  ],
  updateChannelFolder: [
    'channel_folder.changed',
    ({ alice: { api } }, { folder }) =>
      api.updateChannelFolder({ channel_folder_id: Number(folder), name: 'shrubs' }),
  ],
  reorderChannelFolders: [
    'channel_folder.reordered',
    async ({ alice: { api } }, { folder }) => {
      const { channel_folder_id } = await api.createChannelFolder({ name: 'herbs', description: '' })
      await api.reorderChannelFolders({ order: [channel_folder_id, Number(folder)] })
    },
  ],
  addLinkifier: [
    'linkifier.added',
    async ({ alice: { api } }, ids) => {
      ids.linkifier = (await api.addLinkifier({ pattern: '#(?P<id>[0-9]+)', url_template })).id
    },
  ],
  editLinkifier: [
    'linkifier.changed',
    ({ alice: { api } }, { linkifier }) =>
      api.editLinkifier({ filter_id: Number(linkifier), pattern: '!(?P<id>[0-9]+)', url_template }),
  ],
  reorderLinkifiers: [
    'linkifier.reordered',
    async ({ alice: { api } }, { linkifier }) => {
      const { id } = await api.addLinkifier({ pattern: '%(?P<id>[0-9]+)', url_template })
      await api.reorderLinkifiers({ ordered_linkifier_ids: [id, Number(linkifier)] })
    },
  ],
  removeLinkifier: [
    'linkifier.removed',
    ({ alice: { api } }, { linkifier }) => api.removeLinkifier({ filter_id: Number(linkifier) }),
  ],
  addPlayground: [
    'playground.added',
    async ({ alice: { api } }, ids) => {
      const playground = {
        name: 'Try',
        highlight_language: 'Python',
        url_template: 'https://example.com/{code}',
      }
      ids.playground = (await api.addPlayground(playground)).id
    },
  ],
  removePlayground: [
    'playground.removed',
    ({ alice: { api } }, { playground }) => api.removePlayground({ playground_id: Number(playground) }),
  ],
  setIcon: [
    'organization.picture_changed',
    async ({ alice: { api } }) => api.setIcon({}, { files: [await picture('icon.png')] }),
  ],
  removeIcon: ['organization.picture_changed', ({ alice: { api } }) => api.removeIcon()],
  setLogo: [
    'organization.picture_changed',
    async ({ alice: { api } }) => api.setLogo({ night: false }, { files: [await picture('icon.png')] }),
  ],
  removeLogo: ['organization.picture_changed', ({ alice: { api } }) => api.removeLogo({ night: false })],
  addCustomEmoji: [
    'emoji.added',
    async ({ alice: { api } }) =>
      api.addCustomEmoji({ emoji_name: 'plum' }, { files: [await picture('plum.png')] }),
  ],
  addEmojiArchive: [
    'emoji.added',
    async ({ alice: { api } }) => {
      const pear = Buffer.from(await (await picture('pear.png')).arrayBuffer())
      const archive = new File([await zipOf({ 'pear.png': pear })], 'a.zip') as unknown as Blob
      return await api.addEmojiArchive({}, { files: [archive] })
    },
  ],
  removeCustomEmoji: ['emoji.removed', ({ alice: { api } }) => api.removeCustomEmoji({ emoji_name: 'plum' })],
  createUserGroup: [
    'group.created',
    async ({ alice: { api }, carol }, ids) => {
      ids.group = (
        await api.createUserGroup({ name: 'pickers', description: '', members: [carol.id] })
      ).group_id
    },
  ],
  updateUserGroup: [
    'group.changed',
    ({ alice: { api } }, { group }) =>
      api.updateUserGroup({ user_group_id: Number(group), description: 'of plums' }),
  ],
  changeGroupMembers: [
    'group.members_changed',
    ({ alice: { api }, dave }, { group }) =>
      api.changeGroupMembers({ user_group_id: Number(group), add: [dave.id] }),
  ],
  changeSubgroups: [
    'group.subgroups_changed',
    async ({ alice: { api } }, { group }) => {
      const { group_id } = await api.createUserGroup({ name: 'climbers', description: '', members: [] })
      await api.changeSubgroups({ user_group_id: Number(group), add: [group_id] })
    },
  ],
  deactivateUserGroup: [
    'group.deactivated',
    ({ alice: { api } }, { group }) => api.deactivateUserGroup({ user_group_id: Number(group) }),
  ],
  deactivateOwnUser: ['user.deactivated', ({ mona: { api } }) => api.deactivateOwnUser()],
}
