import { exported, rowsOf } from '../../reach/exports/testing/archive.ts'
import { isInPersonalHistory, type ModelMessage, readsSharedHistory } from './model.ts'
import type { AccessWorld } from './organization.ts'
import { call } from './reads.ts'
import { describeMessage, describeViewer, type Report } from './report.ts'

/** An export contains all public messages and files, and private ones only of users who consent. */
export async function compareExports(access: AccessWorld, report: Report): Promise<void> {
  const { world, users, messages, files, choose } = access
  const owner = users.get(world.alice.id)!
  for (const user of users.values()) {
    if (user.role <= 200) continue
    const { status } = await call(access, user, 'POST /export/realm')
    report.compare(() => `${describeViewer(user)} requests an export`, `status ${status}`, 'status 400')
  }
  const humans = [...users.values()].filter((one) => one.ownerId === undefined && one !== owner)
  const consenting = [owner, ...choose.some(humans, 0.3)]
  for (const user of consenting) {
    await call(access, user, 'PATCH /settings', { allow_private_data_export: true })
  }
  const isOfConsenting = (message: ModelMessage) =>
    consenting.some(
      (user) =>
        message.rows.has(user.id) ||
        isInPersonalHistory(user, message) ||
        (message.channel !== undefined && readsSharedHistory(user, message.channel)),
    )
  const isPublic = ({ channel }: ModelMessage) => channel?.isPrivate === false
  for (const [type, mayContain] of [
    [1, isPublic],
    [2, (message: ModelMessage) => isPublic(message) || isOfConsenting(message)],
  ] as const) {
    const archive = await exported(world, world.alice, type)
    const ids = new Set(rowsOf(archive, 'messages').map(({ id }) => id))
    const paths = [...archive.keys()]
    const compare = (what: () => string, isContained: boolean, isExpected: boolean) => {
      // Which private messages of users who consent belong in it is not access, and tested with exports.
      if (type === 2 && isExpected && !isContained) return
      const words = (yes: boolean) => (yes ? 'contained' : 'left out')
      report.compare(
        () => `The export of type ${type} with consent of ${consenting.map(({ id }) => id)} and ${what()}`,
        words(isContained),
        words(isExpected),
      )
    }
    for (const message of messages) {
      compare(() => describeMessage(access, message), ids.has(message.id), mayContain(message))
    }
    for (const file of files) {
      const isLinked = messages.some((one) => one.file === file && mayContain(one))
      const isOwn = type === 2 && consenting.some(({ id }) => id === file.ownerId)
      compare(
        () => `the file ${file.path} of ${file.ownerId}`,
        paths.some((path) => path.includes(`/${file.path.split('/')[3]}/`)),
        isLinked || isOwn,
      )
    }
  }
}
