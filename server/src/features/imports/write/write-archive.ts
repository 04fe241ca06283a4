import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { urlOf } from '../../../realms/url.ts'
import type { Source, SourceKind } from '../model.ts'
import type { Progress } from '../progress.ts'
import type { Report } from '../report.ts'
import { storeAvatarName } from './avatar-store.ts'
import { writeBookmarks } from './bookmarks.ts'
import { writeBots } from './bots.ts'
import { writeChannels } from './channels.ts'
import { writeEmoji } from './emoji.ts'
import { assertWithinQuota, writeFiles } from './files.ts'
import { finishImport } from './finish.ts'
import { writeFolders } from './folders.ts'
import { writeGroups } from './groups.ts'
import type { FollowedServer, ImportJob } from './job.ts'
import { writeMessages } from './messages.ts'
import { createHiddenOrganization, writeOrganization } from './organization.ts'
import { setDurableCommits } from './organization-store.ts'
import { writePersonal } from './personal.ts'
import { storeAvatar } from './pictures.ts'
import { writeProfileFields, writeProfiles } from './profiles.ts'
import { writeReadStates } from './read-states.ts'
import { stageArchive } from './stage.ts'
import { createStaging } from './staging-store.ts'
import { stageAllSubscriptions, stageLateSubscriptions } from './subscriptions.ts'
import { type ImportedUser, writeUsers } from './users.ts'

interface WriteRequest {
  app: App
  db: Db
  kind: SourceKind
  source: Source
  report: Report
  progress: Progress
  signal: AbortSignal
  isDryRun: boolean
  now: number
  subdomain: string
  name: string
  ownerEmail: string | undefined
  follow?: FollowedServer | undefined
}

/**
 * Writes the model of an archive. Objects that others refer to come first; messages are staged, sorted and then
 * rendered. `onCreated` is called as soon as there is something to remove.
 */
export async function writeArchive(
  request: WriteRequest,
  onCreated: (realmId: number) => void,
): Promise<void> {
  const { app, db, kind, source, report, progress, signal, isDryRun, now, subdomain, ownerEmail, follow } =
    request
  assertWithinQuota(app, source.fileBytes ?? 0)
  await createStaging(db)
  await setDurableCommits(db, false)
  const base = {
    ...{ app, db, kind, source, report, progress, signal, isDryRun, now, subdomain, ownerEmail, follow },
    users: new Map(),
    channels: new Map(),
    groups: new Map(),
    folders: new Map(),
    emoji: new Map(),
    profileFields: new Map(),
    nameCounts: new Map(),
    conversations: new Map(),
    storedBytes: 0,
    defaultChannels: [],
    storedMessages: new Map(),
    lastMessageId: 0,
  }
  const created = await createHiddenOrganization(base, request.name)
  if (!isDryRun) onCreated(created.realmId)
  const job: ImportJob = { ...base, ...created }
  job.directory.url = urlOf(app.config.url, subdomain)

  progress.stage('users and channels')
  await writeProfileFields(job)
  const imported = await writeUsers(job)
  await writeGroups(job)
  await writeFolders(job)
  const bookmarked = await writeChannels(job)
  await writeBots(job, imported)
  await writeEmoji(job)
  await writeProfiles(job, imported)
  await writeAvatars(job, imported)
  await writeOrganization(job)
  signal.throwIfAborted()
  const unknown = await stageAllSubscriptions(job)
  await writeFiles(job)
  await writeBookmarks(job, bookmarked)
  await stageArchive(job)
  await stageLateSubscriptions(job, unknown)
  await writeMessages(job)
  await writeReadStates(job)
  await writePersonal(job)
  signal.throwIfAborted()
  if (!isDryRun) await finishImport(job)
}

async function writeAvatars(job: ImportJob, imported: readonly ImportedUser[]): Promise<void> {
  for (const { user, from } of imported) {
    if (from.avatar === undefined) continue
    job.signal.throwIfAborted()
    const file = await storeAvatar(job, from.avatar)
    if (file === undefined) continue
    job.report.count('avatars')
    if (!job.isDryRun) await storeAvatarName(job.db, user.id, file)
  }
}
