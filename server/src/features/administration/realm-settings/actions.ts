import {
  apiError,
  type GroupSettingChange,
  type GroupSettingValue,
  type PermissionRow,
  type RealmPermission,
  type RealmSettings,
  realmPermissions,
  realmSettings,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { changedValue, presentValue } from '../../../directory/group-values.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Config } from '../../../platform/config.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibilityAfterRestriction } from '../../identity/users/guest-visibility.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { deleteAllDemands } from '../second-factors/demand-store.ts'
import { hasSingleSignOn, methodStates } from '../server-settings/authentication.ts'
import { publishWaitingPeriod } from '../user-groups/full-members.ts'
import {
  assertOwner,
  assertSameAddress,
  changedMethods,
  checkedSetting,
  isInDict,
  isOwnersOnly,
} from './rules.ts'
import { storeRealm } from './store.ts'

type SettingName = keyof RealmSettings
export type RealmRequest = { [K in SettingName]?: unknown } & {
  [K in RealmPermission]?: GroupSettingChange | undefined
} & {
  name?: string | undefined
  string_id?: string | undefined
  authentication_methods?: Record<string, boolean> | undefined
}

/** Changes organization settings in one transaction. Returns the changes. */
export async function updateRealm(
  { config }: App,
  realm: Realm,
  userId: number,
  request: RealmRequest,
): Promise<Record<string, unknown>> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const user = callerOf(directory, userId)
    const settings = changedSettings(config, directory, user, request)
    const permissions = changedPermissions(directory, user, request)
    const methods = changedMethods(directory, user, request.authentication_methods)
    const needsSingleSignOn = directory.realm.signInPolicy.single_sign_on_only !== 'off'
    if (methods !== undefined && needsSingleSignOn && !hasSingleSignOn(config, directory, methods))
      throw apiError('organization-login-method-missing')
    assertSameAddress(directory, user, request.string_id)
    const name = request.name === directory.realm.name ? undefined : request.name
    await storeRealm(tx, {
      name,
      settings: Object.fromEntries(settings),
      permissions: Object.fromEntries(permissions),
      authentication: methods,
    })
    tx.audit({
      kind: 'organization.settings_changed',
      before: {
        ...(name === undefined ? {} : { name: directory.realm.name }),
        ...Object.fromEntries(settings.map(([setting]) => [setting, directory.setting(setting)])),
        ...Object.fromEntries(
          permissions.map(([permission]) => [permission, directory.permission(permission)]),
        ),
        ...(methods === undefined ? {} : { authentication_methods: directory.realm.authentication }),
      },
      after: {
        ...(name === undefined ? {} : { name }),
        ...Object.fromEntries<unknown>([...settings, ...permissions]),
        ...(methods === undefined ? {} : { authentication_methods: methods }),
      },
    })
    if (name !== undefined) publish(tx, 'name', name)
    for (const [setting, value] of settings) publishChange(tx, directory, setting, value)
    if (methods !== undefined) {
      const after = { ...directory.realm, authentication: methods }
      publishDict(tx, { authentication_methods: methodStates(config, after) })
    }
    for (const [permission, value] of permissions) {
      publishDict(tx, { [permission]: presentValue(directory, value) })
      if (permission === 'second_factor_required_group') await deleteAllDemands(tx)
      if (permission === 'can_access_all_users_group') {
        await publishVisibilityAfterRestriction(
          tx,
          directory,
          value !== directory.systemGroup('role:everyone').id,
        )
      }
    }
    return {
      ...(name === undefined ? {} : { name: 'updated' }),
      ...Object.fromEntries(
        settings.map(([key, value]) => [key, typeof value === 'string' ? 'updated' : value]),
      ),
      ...Object.fromEntries(permissions),
      ...(methods === undefined ? {} : { authentication_methods: methods }),
    }
  })
}

function changedSettings(
  config: Config,
  directory: Directory,
  user: User,
  request: RealmRequest,
): [SettingName, unknown][] {
  return (Object.keys(realmSettings) as SettingName[]).flatMap((name): [SettingName, unknown][] => {
    if (request[name] === undefined) return []
    const value = checkedSetting(config, directory, user, name, request[name])
    // org_type is published even if unchanged.
    if (value === directory.setting(name) && name !== 'org_type') return []
    if (isOwnersOnly(name)) assertOwner(user, name)
    return [[name, value]]
  })
}

function changedPermissions(
  directory: Directory,
  user: User,
  request: RealmRequest,
): [RealmPermission, GroupSettingValue][] {
  return (Object.keys(realmPermissions) as RealmPermission[]).flatMap(
    (name): [RealmPermission, GroupSettingValue][] => {
      const change = request[name]
      if (change === undefined) return []
      const row: PermissionRow = realmPermissions[name]
      const value = changedValue(directory, name, row, directory.permission(name), change, () => {
        if (row.ownerOnly) assertOwner(user, name)
      })
      return value === undefined ? [] : [[name, value]]
    },
  )
}

function publishChange(tx: Tx, directory: Directory, name: SettingName, value: unknown): void {
  if (isInDict(name)) publishDict(tx, { [name]: value })
  else publish(tx, name, value as never)
  if (name === 'waiting_period_threshold') publishWaitingPeriod(tx, directory, Number(value))
}

const touches = { realm: true } as const

function publish(tx: Tx, property: string, value: string | number | boolean | null): void {
  tx.publish({ type: 'realm', op: 'update', property, value }, { everyone: true }, touches)
}

function publishDict(tx: Tx, data: object): void {
  tx.publish({ type: 'realm', op: 'update_dict', property: 'default', data }, { everyone: true }, touches)
}
