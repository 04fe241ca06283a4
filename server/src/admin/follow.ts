import { FollowError } from '../features/imports/follow/follow-error.ts'
import { follow } from '../features/imports/follow/follower.ts'
import { addOldAccount, endPreview } from '../features/imports/follow/preview.ts'
import { FollowReport, followedKinds } from '../features/imports/follow/report.ts'
import type { Realm } from '../realms/realm.ts'
import {
  type Command,
  CommandError,
  type Context,
  organizationOption,
  type Result,
  realmOf,
} from './command.ts'
import { oldAccountOptions, oldKeyOf } from './old-account.ts'

export const followCommand: Command = {
  summary: 'Keep a preview current until the move, from the server that it was imported from',
  options: {
    organization: organizationOption,
    ...oldAccountOptions,
  },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    return await asCommandError(async () => {
      if (values.email !== undefined) {
        const account = { email: values.email, key: await oldKeyOf(context, values) }
        await addOldAccount(await context.app(), realm, account, context.signal())
      }
      return presentFollowed(realm, await followPreview(context, realm, values.once !== undefined))
    })
  },
}

export const endFollowCommand: Command = {
  summary:
    'End a preview on the day of the move: people can write here, and the other server is no longer followed',
  options: {
    organization: organizationOption,
    now: {
      isSwitch: true,
      about: 'do not fetch the last changes, for example because the other server is gone',
    },
  },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const url = realm.directory.realm.previewOf
    const report = await asCommandError(async () => {
      // The last events.
      const report = values.now === undefined ? await followPreview(context, realm, true) : new FollowReport()
      if (context.signal().aborted) throw new CommandError('Interrupted: this is still a preview.')
      await endPreview(await context.app(), realm)
      return report
    })
    const { data, lines } = presentFollowed(realm, report)
    return {
      data: { ...data, ended: true },
      lines: [
        `${realm.directory.realm.name} is no longer a preview of ${url}: people can write here.`,
        ...lines.slice(1),
      ],
    }
  },
}

/** Follows until Ctrl-C, or until the preview is current. */
export async function followPreview(context: Context, realm: Realm, isOnce: boolean): Promise<FollowReport> {
  return await follow({
    app: await context.app(),
    realm,
    isOnce,
    signal: context.signal(),
    onStatus: (text) => context.progress.show(text),
  })
}

/** Errors of the follower are sentences for the operator. */
export async function asCommandError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FollowError ? new CommandError(error.message) : error
  }
}

export function presentFollowed({ directory }: Realm, report: FollowReport): Result {
  const { subdomain } = directory.realm
  return {
    data: {
      organization: { subdomain, url: directory.url },
      followed: report.followed,
      not_followed: report.notFollowed,
      gaps: report.gaps,
    },
    lines: [
      `${directory.realm.name} at ${directory.url} is current.`,
      ...followedKinds.flatMap((kind) => {
        const count = report.followed[kind]
        return count === 0 ? [] : `  ${kind.padEnd(14)}${count.toLocaleString('en').padStart(12)}`
      }),
      ...report.notFollowed.map(({ what, why, count }) => `  ${count} ${what} not followed: ${why}`),
      ...(report.gaps === 0 ? [] : [`  ${report.gaps} times events were lost and the last 7 days compared.`]),
      `Continue: npm run admin -- follow --organization ${subdomain}`,
    ],
  }
}
