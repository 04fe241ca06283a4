import type { GroupSettingValue, PermissionRow } from '@loquat/contract'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { amongHolders, sameHolders } from '../../people/user-groups.ts'
import type { Problem } from '../../session/attempt.ts'
import { org } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import { PermissionHolders } from './PermissionHolders.tsx'
import { SettingLine } from './Setting.tsx'
import { useSaving } from './saving.ts'

interface Props {
  label: string
  effect?: ReactNode
  value: GroupSettingValue
  rule: PermissionRow
  denied?: string | undefined
  save: (value: GroupSettingValue, old: GroupSettingValue) => Promise<Problem | undefined>
}

/** A permission setting. Asks before readers remove their own permission, and detects concurrent changes. */
export function HolderSetting({ label, effect, value, rule, denied, save }: Props) {
  const id = useId()
  const text = useText()
  const [wanted, setWanted] = useState<GroupSettingValue>()
  const [isAsking, setAsking] = useState(false)
  const { phase, problem, code, run, forget } = useSaving((next: GroupSettingValue) => save(next, value))
  const submit = async (next: GroupSettingValue) => {
    if (await run(next)) setWanted(undefined)
  }
  const change = (next: GroupSettingValue) => {
    if (sameHolders(next, value)) return
    setWanted(next)
    if (amongHolders(org(), value) && !amongHolders(org(), next)) setAsking(true)
    else void submit(next)
  }
  const isConflict = code === 'EXPECTATION_MISMATCH'
  return (
    <SettingLine
      id={id}
      label={label}
      effect={effect}
      denied={denied}
      problem={isConflict ? text('forms.conflict') : problem}
      phase={phase}
      wide
    >
      <GroupPicker
        id={id}
        label={label}
        value={phase === 'saving' ? (wanted ?? value) : value}
        rule={rule}
        denied={denied}
        onChange={change}
      />
      {isConflict && wanted !== undefined && (
        <>
          <Button size="small" onClick={() => void submit(wanted)}>
            {text('forms.useMine')}
          </Button>
          <Button size="small" kind="quiet" onClick={forget}>
            {text('forms.keepTheirs')}
          </Button>
        </>
      )}
      <PermissionHolders value={value} withoutGuests={rule.everyone !== true} />
      {isAsking && wanted !== undefined && (
        <Confirm
          title={text('forms.loseTitle')}
          body={text('forms.loseBody', { permission: label })}
          action={text('forms.loseAction')}
          onConfirm={() => void submit(wanted)}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingLine>
  )
}
