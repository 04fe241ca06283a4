import { readFile } from 'node:fs/promises'
import { messageOf } from '@loquat/contract'
import { emailsIn } from '../features/imports/emails.ts'
import { checkOldAccount, serverUrl } from '../features/imports/follow/preview.ts'
import { type ImportResult, importArchive } from '../features/imports/import-archive.ts'
import { ImportError } from '../features/imports/import-error.ts'
import { presentResult } from '../features/imports/present-result.ts'
import { importedKinds } from '../features/imports/report.ts'
import { sourceKinds } from '../features/imports/sources.ts'
import type { FollowedServer } from '../features/imports/write/job.ts'
import { zulip } from '../features/imports/zulip/zulip.ts'
import { urlOf } from '../realms/url.ts'
import { type Command, CommandError, type Context, type Result, type Values } from './command.ts'
import { asCommandError, followPreview, presentFollowed } from './follow.ts'
import { importProgress } from './import-progress.ts'
import { oldAccountOptions, oldKeyOf } from './old-account.ts'

const names = sourceKinds.map(({ name }) => name)

export const importCommand: Command = {
  summary: 'Create an organization from an archive of another server',
  positionals: [
    { value: 'SOURCE', about: `the product: ${names.join(', ')}` },
    { value: 'PATH', about: 'the archive: a file or an unpacked folder' },
  ],
  options: {
    subdomain: {
      value: 'WORD',
      about: 'its place below the public address; without it, as the archive says',
    },
    name: { value: 'NAME', about: 'what it is called; without it, as the archive says' },
    emails: { value: 'FILE', about: 'Slack: CSV file with addresses, columns email and userid or username' },
    'owner-email': { value: 'EMAIL', about: 'address of a person who becomes owner' },
    team: { value: 'NAME', about: 'Mattermost: which team' },
    'download-files': { isSwitch: true, about: 'Slack: fetch files that are not in the archive' },
    'keep-unread': { isSwitch: true, about: 'Mattermost: keep messages unread' },
    private: { isSwitch: true, about: 'Discord: make all channels private' },
    follow: {
      value: 'URL',
      about: 'Zulip: make a read-only preview, and keep it current from this server until Ctrl-C',
    },
    ...oldAccountOptions,
    'dry-run': { isSwitch: true, about: 'read and convert everything, but store nothing' },
  },
  run: async (context, values) => {
    const { source: name = '', path = '' } = values
    const kind = sourceKinds.find((one) => one.name === name)
    if (kind === undefined) throw new CommandError(`SOURCE is one of ${names.join(', ')}, not "${name}".`)
    const emails = values.emails === undefined ? new Map() : await readEmails(values.emails)
    const followed = await followedServer(context, values)
    const app = await context.app()
    context.lowerPriority()
    try {
      const result = await importArchive(app, {
        kind,
        path,
        name: values.name,
        ownerEmail: values['owner-email'],
        isDryRun: values['dry-run'] !== undefined,
        options: {
          subdomain: values.subdomain,
          emails,
          team: values.team,
          downloadFiles: values['download-files'] !== undefined,
          keepUnread: values['keep-unread'] !== undefined,
          privateChannels: values.private !== undefined,
        },
        follow: followed,
        progress: importProgress(context.progress),
        signal: context.signal(),
      })
      const imported = present(result, urlOf(context.config.url, result.subdomain))
      if (followed === undefined || result.realmId === null) return imported
      return await followImported(context, result.realmId, imported, values.once !== undefined)
    } catch (error) {
      throw error instanceof ImportError ? new CommandError(sentenceOf(error)) : error
    }
  },
}

const sentenceOf = ({ message, option }: ImportError) =>
  option === undefined ? message : `${message} Use ${option}.`

/** Checks the other server first: an import may take long. */
async function followedServer(context: Context, values: Values): Promise<FollowedServer | undefined> {
  if (values.follow === undefined) {
    if (values.email !== undefined) throw new CommandError('--email needs --follow URL.')
    return undefined
  }
  if (values.source !== zulip.name) throw new CommandError(`--follow works with ${zulip.name} only.`)
  if (values.email === undefined) throw new CommandError('--follow needs --email EMAIL.')
  const account = { email: values.email, key: await oldKeyOf(context, values) }
  return await asCommandError(async () => {
    const url = serverUrl(values.follow ?? '')
    await checkOldAccount(url, account, context.signal())
    return { url, ...account }
  })
}

/** Shows the report of the import at once, because following goes on until Ctrl-C. */
async function followImported(
  context: Context,
  realmId: number,
  imported: Result,
  isOnce: boolean,
): Promise<Result> {
  const app = await context.app()
  const realm = await app.realms.byId(realmId)
  context.progress.end()
  for (const line of imported.lines) context.progress.print(line)
  const report = await asCommandError(() => followPreview(context, realm, isOnce))
  const followed = presentFollowed(realm, report)
  return { data: { ...imported.data, ...followed.data }, lines: followed.lines }
}

async function readEmails(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`--emails cannot be read: ${error.message}.`)
  })
  const emails = emailsIn(text)
  if (emails !== undefined) return emails
  throw new CommandError('--emails needs a header with the column email, and userid or username.')
}

function present(result: ImportResult, url: string): Result {
  const { subdomain, name, realmId, report } = result
  const isDryRun = realmId === null
  return {
    data: { ...presentResult(result, url) },
    lines: [
      isDryRun ? `Dry run: ${name} would be at ${url}. Nothing was stored.` : `${name} is at ${url}`,
      '',
      ...table(report),
      '',
      ...report.skipped.map(({ what, why, count }) => `  ${count} ${what}: ${why}`),
      ...report.warnings.map(({ reason, params }) => messageOf(reason, params)),
      ...report.bots.map((bot) => `Bot ${bot.name} (${bot.email}) of ${bot.owner} has a new API key.`),
      '',
      `Owners: ${report.owners.join(', ')}`,
      ...(isDryRun ? [] : nextSteps(subdomain)),
    ],
  }
}

function table(report: ImportResult['report']): string[] {
  const row = (kind: string, imported: string, skipped: string) =>
    `${kind.padEnd(16)}${imported.padStart(12)}${skipped.padStart(12)}`
  return [
    row('', 'imported', 'skipped'),
    ...importedKinds.map((kind) =>
      row(
        kind.replace('_', ' '),
        report.imported[kind].toLocaleString('en'),
        report.skippedCount(kind).toLocaleString('en'),
      ),
    ),
  ]
}

const nextSteps = (subdomain: string) => [
  `Get in:  npm run admin -- user password --organization ${subdomain} --email EMAIL`,
  `Invite:  npm run admin -- user invite --organization ${subdomain} --all --dry-run`,
]
