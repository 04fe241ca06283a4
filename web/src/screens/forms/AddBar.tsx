import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../texts/texts.tsx'
import lists from './Lists.module.css'
import { PillPicker } from './PillPicker.tsx'
import { SavedMark } from './Setting.tsx'
import { type Save, useSaving } from './saving.ts'

interface Props {
  label: string
  options: Parameters<typeof PillPicker>[0]['options']
  /** Called with the keys of the chosen options. */
  onAdd: Save<string[]>
}

/** Chooses people and groups to add. If that fails, the choice stays and the error is shown. */
export function AddBar({ label, options, onAdd }: Props) {
  const text = useText()
  const [chosen, setChosen] = useState<string[]>([])
  const { phase, problem, run } = useSaving(onAdd)
  const add = async () => {
    if (await run(chosen)) setChosen([])
  }
  return (
    <>
      <div className={lists.bar}>
        <div style={{ flex: 1 }}>
          <PillPicker
            label={label}
            placeholder={label}
            options={options}
            chosen={chosen}
            onChange={setChosen}
          />
        </div>
        <Button
          kind="primary"
          busy={phase === 'saving'}
          denied={chosen.length === 0 ? text('channels.addNobody') : undefined}
          onClick={() => void add()}
        >
          {text('common.add')}
        </Button>
        <SavedMark phase={phase} />
      </div>
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
