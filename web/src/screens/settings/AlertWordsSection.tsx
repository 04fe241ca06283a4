import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { addAlertWords, removeAlertWord } from '../../settings/settings-actions.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SavedMark, SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'

export function AlertWordsSection() {
  const text = useText()
  const words = useOrg((org) => org.alert_words)
  const [typed, setTyped] = useState('')
  const adding = useSaving(addAlertWords)
  const removing = useSaving(removeAlertWord)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter(Boolean)
    if (wanted.length > 0 && (await adding.run(wanted))) setTyped('')
  }
  return (
    <SettingGroup note={text('settings.alertWords.effect')}>
      <form className={lists.inline} onSubmit={add}>
        <TextField
          label={text('settings.alertWords.add')}
          value={typed}
          maxLength={100}
          problem={adding.problem}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" kind="primary" busy={adding.phase === 'saving'}>
          {text('common.add')}
        </Button>
        <SavedMark phase={adding.phase} />
      </form>
      <ul className={lists.list}>
        {(words ?? []).map((word) => (
          <li key={word} className={lists.row}>
            <span className={lists.main} dir="auto">
              {word}
            </span>
            <IconButton
              label={text('settings.alertWords.remove', { word })}
              icon={<Trash2 size={17} />}
              onClick={() => void removing.run(word)}
            />
          </li>
        ))}
      </ul>
      {words?.length === 0 && <p className={lists.nothing}>{text('settings.alertWords.none')}</p>}
    </SettingGroup>
  )
}
