import { readFile } from 'node:fs/promises'
import { emailsIn } from '../features/imports/emails.ts'
import { type ImportResult, importArchive } from '../features/imports/import-archive.ts'
import { ImportError } from '../features/imports/import-error.ts'
import { presentResult } from '../features/imports/present-result.ts'
import { importedKinds } from '../features/imports/report.ts'
import { sourceKinds } from '../features/imports/sources.ts'
import { urlOf } from '../realms/url.ts'
import { type Command, CommandError, type Result } from './command.ts'
import { importProgress } from './import-progress.ts'

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
    'dry-run': { isSwitch: true, about: 'read and convert everything, but store nothing' },
  },
  run: async (context, values) => {
    const { source: name = '', path = '' } = values
    const kind = sourceKinds.find((one) => one.name === name)
    if (kind === undefined) throw new CommandError(`SOURCE is one of ${names.join(', ')}, not "${name}".`)
    const emails = values.emails === undefined ? new Map() : await readEmails(values.emails)
    const app = await context.app()
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
        progress: importProgress(context.progress),
        signal: context.signal(),
      })
      return present(result, urlOf(context.config.url, result.subdomain))
    } catch (error) {
      throw error instanceof ImportError ? new CommandError(sentenceOf(error)) : error
    }
  },
}

const sentenceOf = ({ message, option }: ImportError) =>
  option === undefined ? message : `${message} Use ${option}.`

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
      ...report.warnings,
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
