import { channelPermissions, type GroupSettingValue, realmPermissions, systemGroups } from '@loquat/contract'
import {
  addSubscribersDenial,
  administerChannelDenial,
  createBotDenial,
  createGroupDenial,
  inviteDenial,
  postDenial,
  removeSubscribersDenial,
  subscribeDenial,
} from '@loquat/contract/light'
import { matrixWorld, setPermissions } from '@loquat/devkit/permission-matrix'
import { permissionsOf } from '@loquat/server/directory/permissions.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { registerOptions } from '../session/register-options.ts'
import { type Action, actionDenial } from './action-denial.ts'

const rounds = 12
/** The options of the app, but only the parts of the state that decide: the others take most of the time. */
const options = {
  ...registerOptions,
  fetch_event_types: ['realm', 'realm_user', 'realm_user_groups', 'subscription', 'stream'],
}

it('the app decides like the server for any permission groups', async () => {
  const world = await matrixWorld()
  const { people, places } = world
  const realm = await world.app.realms.byHost('')
  const directory = realm!.directory
  const everyone = Object.values(people).flatMap((some) => Object.values(some))
  const groupIds = systemGroups.filter((name) => name !== 'role:internet').map((name) => world.groups[name])
  const value: fc.Arbitrary<GroupSettingValue> = fc.oneof(
    fc.constantFrom(...groupIds),
    fc.record({
      direct_members: fc.subarray(everyone.map(({ id }) => id)),
      direct_subgroups: fc.subarray(groupIds, { maxLength: 1 }),
    }),
  )
  const valuesOf = (table: object) =>
    fc.record(Object.fromEntries(Object.keys(table).map((name) => [name, value])))
  const organizations = fc.record({
    realm: valuesOf(realmPermissions),
    channels: fc.array(valuesOf(channelPermissions), { minLength: places.length, maxLength: places.length }),
  })

  for (const { realm: held, channels } of fc.sample(organizations, { numRuns: rounds, seed: 18 })) {
    // Limited guests see fewer users, which is not about these rules.
    const { can_access_all_users_group: _, ...permissions } = held
    await setPermissions(world, permissions, channels)
    for (const person of everyone) {
      const state = await person.api.register(options)
      const user = directory.users.get(person.id)!
      const context = permissionsOf(directory)
      const compare = (action: Action, denial: string | undefined) =>
        expect(actionDenial(action, state, Date.now()), `${user.fullName}: ${JSON.stringify(action)}`).toBe(
          denial,
        )
      compare({ kind: 'invite' }, inviteDenial(context, user))
      compare({ kind: 'create-group' }, createGroupDenial(context, user))
      compare({ kind: 'create-bot', type: 2 }, createBotDenial(context, user, 2))
      for (const { id: channelId } of places) {
        const channel = directory.channels.get(channelId)!
        const isAllowed = (
          kind: 'post' | 'subscribe' | 'add-subscribers' | 'administer-channel' | 'remove-subscribers',
        ) => actionDenial({ kind, channelId }, state, Date.now()) === undefined
        const found = {
          post: isAllowed('post'),
          add: isAllowed('add-subscribers'),
          remove: isAllowed('remove-subscribers'),
          administer: isAllowed('administer-channel'),
          subscribe: isAllowed('subscribe'),
        }
        expect(found, `${user.fullName} in ${channel.name}`).toEqual({
          post: postDenial(context, user, channel) === undefined,
          add: addSubscribersDenial(context, user, channel) === undefined,
          remove: removeSubscribersDenial(context, user, [channel]) === undefined,
          administer: administerChannelDenial(context, user, channel) === undefined,
          subscribe: !channel.isArchived && subscribeDenial(context, user, channel) === undefined,
        })
      }
    }
  }
})
