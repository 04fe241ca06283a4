import { runErasures } from '../features/administration/erasure/job.ts'
import { startErasure } from '../features/administration/erasure/start.ts'
import { stateOfErasure } from '../features/administration/erasure/store.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

export const eraseUserCommand: Command = {
  summary: 'Erase the personal data of somebody, forever',
  options: {
    email: { value: 'EMAIL', about: 'address of the account', required: true },
    messages: { value: 'keep|delete', about: 'whether their messages and files stay', required: true },
    confirm: { value: 'NAME', about: 'the full name of the person', required: true },
    organization: organizationOption,
  },
  run: async (context, values) => {
    const { messages } = values
    if (messages !== 'keep' && messages !== 'delete') throw new CommandError('--messages is keep or delete.')
    const realm = await realmOf(context, values)
    const app = await context.app()
    const user = realm.directory.userByEmail(values.email ?? '')
    if (user === undefined) throw new CommandError(`Nobody here has the address ${values.email}.`)
    await startErasure(app, realm, {
      userId: user.id,
      messages,
      fullName: values.confirm ?? '',
      requesterId: null,
    })
    // A server that runs may continue it at the same time: each batch is taken once.
    await runErasures(app, context.signal())
    const isFinished = (await stateOfErasure(app.database.db, realm.id, user.id))?.finishedAt != null
    return {
      data: { user_id: user.id, finished: isFinished },
      lines: [isFinished ? `Erased user ${user.id}.` : `Erasing user ${user.id}. A server continues.`],
    }
  },
}
