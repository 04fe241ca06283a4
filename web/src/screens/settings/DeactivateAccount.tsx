import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { deactivateMe } from '../../settings/settings-actions.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { useProblemText } from '../forms/saving.ts'

export function DeactivateAccount() {
  const text = useText()
  const say = useProblemText()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  return (
    <SettingGroup title={text('settings.deactivate')} note={text('settings.deactivate.effect')}>
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      <Button kind="danger" onClick={() => setAsking(true)}>
        {text('settings.deactivate')}
      </Button>
      {isAsking && (
        <Confirm
          title={text('settings.deactivate.title')}
          body={text('settings.deactivate.body')}
          action={text('settings.deactivate')}
          onConfirm={async () => setProblem(say(await deactivateMe()))}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingGroup>
  )
}
