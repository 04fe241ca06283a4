import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../texts/texts.tsx'
import styles from './GroupPicker.module.css'
import { useGroupOptions, usePeopleOptions } from './options.tsx'
import { PillPicker } from './PillPicker.tsx'

interface CustomHoldersProps {
  label: string
  denied: string | undefined
  keys: readonly string[]
  isDirty: boolean
  onEdit: (keys: string[]) => void
  onSave: () => void
  onDiscard: () => void
}

export function CustomHolders({
  label,
  denied,
  keys,
  isDirty,
  onEdit,
  onSave,
  onDiscard,
}: CustomHoldersProps) {
  const text = useText()
  const groupOptions = useGroupOptions({ withSystem: true })
  const people = usePeopleOptions()
  const options = useMemo(() => [...groupOptions, ...people], [groupOptions, people])
  return (
    <div className={styles.several}>
      <PillPicker
        label={label}
        options={options}
        chosen={keys}
        denied={denied}
        placeholder={text('forms.peopleAndGroups')}
        onChange={onEdit}
      />
      {isDirty && (
        <div className={styles.buttons}>
          <Button kind="primary" size="small" onClick={onSave}>
            {text('common.save')}
          </Button>
          <Button size="small" onClick={onDiscard}>
            {text('common.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}
