import type { GroupSettingValue, PermissionRow, UserGroupObject } from '@loquat/contract'
import { systemGroups } from '@loquat/contract/light'
import { useId, useMemo, useState } from 'react'
import { groupLabel, groupsById, namedGroups } from '../../people/user-groups.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { CustomHolders } from './CustomHolders.tsx'
import styles from './GroupPicker.module.css'
import { groupKey, idsOf, userKey } from './options.tsx'

interface Props {
  id?: string
  label: string
  value: GroupSettingValue
  /** The groups that may hold the permission. */
  rule: PermissionRow
  denied?: string | undefined
  onChange: (value: GroupSettingValue) => void
}

const custom = 'custom'

/** Chooses the holders of a permission: a role, a group, or a custom set of people and groups. */
export function GroupPicker({ id, label, value, rule, denied, onChange }: Props) {
  const text = useText()
  const fallback = useId()
  const groups = useOrg(groupsById)
  const named = useOrg(namedGroups)
  const [draft, setDraft] = useState<string[]>()
  const roles = useMemo(() => rolesFor(rule, [...groups.values()]), [rule, groups])
  const isSet = typeof value !== 'number'
  const shown = draft ?? (isSet ? keysOf(value) : undefined)
  const takesGroups = rule.only === undefined
  const known = typeof value === 'number' ? groups.get(value) : undefined
  const isOffered = known !== undefined && (roles.includes(known) || (takesGroups && !known.is_system_group))
  return (
    <div className={styles.picker}>
      <select
        id={id ?? fallback}
        aria-label={label}
        disabled={denied !== undefined}
        value={shown === undefined ? String(value) : custom}
        onChange={({ target }) => {
          if (target.value === custom)
            return setDraft(typeof value === 'number' ? [groupKey(value)] : keysOf(value))
          setDraft(undefined)
          onChange(Number(target.value))
        }}
      >
        {roles.map((group) => (
          <option key={group.id} value={group.id}>
            {groupLabel(group, text)}
          </option>
        ))}
        {known !== undefined && !isOffered && <option value={known.id}>{groupLabel(known, text)}</option>}
        {takesGroups && (
          <>
            {named.length > 0 && (
              <optgroup label={text('groups.title')}>
                {named
                  .filter((group) => !group.deactivated || group.id === value)
                  .map((group) => (
                    <option key={group.id} value={group.id}>
                      {group.name}
                    </option>
                  ))}
              </optgroup>
            )}
            <option value={custom}>{text('forms.several')}</option>
          </>
        )}
      </select>
      {shown !== undefined && (
        <CustomHolders
          label={label}
          denied={denied}
          keys={shown}
          isDirty={draft !== undefined}
          onEdit={setDraft}
          onSave={() => {
            onChange({ direct_members: idsOf(shown, 'user'), direct_subgroups: idsOf(shown, 'group') })
            setDraft(undefined)
          }}
          onDiscard={() => setDraft(undefined)}
        />
      )}
    </div>
  )
}

const keysOf = ({
  direct_members: people,
  direct_subgroups: groups,
}: Exclude<GroupSettingValue, number>): string[] => [...groups.map(groupKey), ...people.map(userKey)]

/** The roles that may hold a permission, largest first. */
function rolesFor(rule: PermissionRow, groups: readonly UserGroupObject[]): UserGroupObject[] {
  const names = [...systemGroups].reverse().filter((name) => {
    if (rule.only !== undefined) return rule.only.includes(name)
    if (name === 'role:internet') return false
    if (name === 'role:everyone') return rule.everyone === true
    return name !== 'role:nobody' || rule.somebody !== true
  })
  return names.flatMap((name) => groups.find((group) => group.is_system_group && group.name === name) ?? [])
}
