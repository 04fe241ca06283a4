import { initialSignInPolicy, type SignInPolicy } from '@loquat/contract'
import { storePolicy } from '../features/administration/sign-in-policy/store.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

/** Parts of the sign-in policy that can lock people out. */
const parts = {
  networks: ['allowed_networks'],
  'single-sign-on': ['single_sign_on_only'],
  sessions: ['session_minutes', 'idle_minutes'],
} as const satisfies Record<string, readonly (keyof SignInPolicy)[]>

export const resetPolicyCommand: Command = {
  summary: 'Let people log in again who are locked out by the sign-in policy',
  options: {
    part: {
      value: 'PART',
      about: `one of ${Object.keys(parts).join(', ')}: what to reset to its initial value`,
      required: true,
    },
    organization: organizationOption,
  },
  run: async (context, values) => {
    const names = parts[values.part as keyof typeof parts]
    if (names === undefined) throw new CommandError(`There is no part "${values.part}".`)
    const realm = await realmOf(context, values)
    await realm.transactExclusively(async (tx) => {
      const before = realm.directory.realm.signInPolicy
      const reset = Object.fromEntries(names.map((name) => [name, initialSignInPolicy[name]]))
      await storePolicy(tx, before, { ...before, ...reset })
    })
    return {
      data: { realm_id: realm.id, reset: [...names] },
      lines: [`Reset ${names.join(' and ')} of ${realm.directory.realm.name}.`],
    }
  },
}
