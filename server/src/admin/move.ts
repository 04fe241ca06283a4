import { type Comparison, differenceKinds, differencesIn } from '../features/imports/follow/move/compare.ts'
import { deleteReplacedPreview, isMovedFrom, movePreview } from '../features/imports/follow/move/move.ts'
import type { Realm } from '../realms/realm.ts'
import {
  type Command,
  CommandError,
  type Context,
  organizationOption,
  type Result,
  realmOf,
  type Values,
} from './command.ts'
import { asCommandError, followPreview } from './follow.ts'

export const moveCommand: Command = {
  summary:
    'Replace a preview by the final import on the day of the move, with what people did in the preview',
  options: {
    organization: { ...organizationOption, about: 'the preview, by its subdomain' },
    to: { value: 'SUBDOMAIN', about: 'the import of the last export', required: true },
    'accept-differences': { isSwitch: true, about: 'move although messages differ' },
    now: {
      isSwitch: true,
      about: 'do not fetch the last changes, for example because the other server is gone',
    },
    'dry-run': { isSwitch: true, about: 'only compare, as far as the preview has been followed' },
  },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    if (await isDone(context, realm, values)) {
      return await finished(context, realm, {
        data: { already_moved: true },
        lines: [
          `${realm.directory.realm.name} was moved from "${values.to}" to ${realm.directory.url} already.`,
        ],
      })
    }
    const fresh = await realmOf(context, { organization: values.to })
    return await move(context, realm, fresh, values)
  },
}

async function isDone(context: Context, realm: Realm, { to = '' }: Values): Promise<boolean> {
  return realm.directory.realm.previewOf === null && (await isMovedFrom(await context.app(), realm, to))
}

async function move(context: Context, preview: Realm, fresh: Realm, values: Values): Promise<Result> {
  const isDryRun = values['dry-run'] !== undefined
  const { url } = preview.directory
  const signal = context.signal()
  const result = await asCommandError(async () => {
    // The last events.
    if (!isDryRun && values.now === undefined) await followPreview(context, preview, true)
    if (signal.aborted) throw new CommandError('Interrupted: nothing was moved.')
    return await movePreview({
      app: await context.app(),
      ...{ preview, fresh, isDryRun, signal },
      acceptsDifferences: values['accept-differences'] !== undefined,
      onStatus: (text) => context.progress.show(text),
    }).catch((error: unknown) => {
      throw signal.aborted ? new CommandError('Interrupted: nothing was moved.') : error
    })
  })
  const { comparison, isMoved, people } = result
  const count = differencesIn(comparison)
  const compared = {
    data: { ...presentComparison(comparison), dry_run: isDryRun, moved: isMoved },
    lines: comparisonLines(comparison),
  }
  if (!isMoved) {
    const next = isDryRun
      ? 'Nothing was moved: this was a dry run.'
      : 'Nothing was moved. Import a newer export, or give --accept-differences.'
    return { data: compared.data, lines: [...compared.lines, next], failed: count > 0 }
  }
  return await finished(context, fresh, {
    data: { ...compared.data, people },
    lines: [
      ...compared.lines,
      `${fresh.directory.realm.name} is at ${url}, and people can write there.`,
      `Passwords, logins, devices, settings and read messages of ${people} people came along.`,
    ],
  })
}

/** Deletes the preview, and says what comes next. */
async function finished(context: Context, realm: Realm, { data, lines }: Result): Promise<Result> {
  context.progress.show('deleting the preview')
  const isDeleted = await deleteReplacedPreview(await context.app(), realm)
  const { subdomain } = realm.directory.realm
  const organization = subdomain === '' ? '' : ` --organization ${subdomain}`
  return {
    data: { ...data, preview_deleted: isDeleted },
    lines: [
      ...lines,
      isDeleted
        ? 'The preview is deleted.'
        : 'A backup is running: the preview is deleted in the following night.',
      'Next, email links to people who never logged in:',
      `  npm run admin -- user invite${organization} --all --only-never-logged-in --dry-run`,
    ],
  }
}

const presentComparison = ({ messages, channels, counts, listed }: Comparison) => ({
  compared: { messages, channels },
  differences: counts,
  listed: listed.map(({ kind, of, preview, fresh }) => ({ kind, of, preview, import: fresh })),
})

function comparisonLines(comparison: Comparison): string[] {
  const { messages, channels, counts, listed } = comparison
  const total = differencesIn(comparison)
  const compared = `${messages.toLocaleString('en')} messages in ${channels.toLocaleString('en')} channels`
  if (total === 0) return [`Compared ${compared}: the preview and the import are equal.`]
  return [
    `Compared ${compared}: ${total.toLocaleString('en')} differences.`,
    ...differenceKinds.flatMap((kind) =>
      counts[kind] === 0 ? [] : `  ${kind.padEnd(14)}${counts[kind].toLocaleString('en').padStart(12)}`,
    ),
    ...listed.map(
      ({ kind, of, preview, fresh }) =>
        `  ${kind} of ${of}: "${preview}" in the preview, "${fresh}" in the import`,
    ),
    ...(total > listed.length ? [`  and ${(total - listed.length).toLocaleString('en')} more`] : []),
  ]
}
